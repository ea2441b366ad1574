import { testDialect } from "../../contracts/dialect.ts";
import { inPi } from "../../contracts/pi-words.ts";
import { piDialect } from "./pi.ts";

testDialect("pi", piDialect("/w"), inPi);
