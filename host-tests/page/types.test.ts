import { testTypes } from "../types.ts";

testTypes(import.meta.dirname);
