import { installIfMissing } from "./chromium.ts";

installIfMissing();
