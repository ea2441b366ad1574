import { availableParallelism } from "node:os";
import { versions } from "node:process";
import { estimateTokens } from "../src/core/tokens.ts";
import { benchArrivals } from "./arrivals.ts";
import { benchAudit } from "./audit.ts";
import { benchBytes } from "./bytes.ts";
import { benchFork } from "./fork.ts";
import { benchFromScratch } from "./from-scratch.ts";
import { benchLean } from "./lean.ts";
import { benchLens } from "./lens.ts";
import { benchOutline } from "./outline.ts";
import { benchPathological } from "./pathological.ts";
import { seeded } from "./random.ts";
import { countAll, foldAll } from "./replay.ts";
import { benchRewrite } from "./rewrite.ts";
import { work } from "./session.ts";
import { benchSmallArrivals } from "./small-arrivals.ts";
import type { Step } from "./tools.ts";

const PASSAGES = 500;
const MORE_STEPS = 500;

const begin = performance.now();
const session = work(seeded(1));
const steps: Step[] = [];
while (countAll(steps).passages < PASSAGES) steps.push(session.next().value);
const more = Array.from({ length: MORE_STEPS }, () => session.next().value);
const tokens = steps.reduce((sum, { call, text }) => sum + estimateTokens(text + JSON.stringify(call.input)), 0);

const engine = versions.bun ? `Bun ${versions.bun}` : `Node ${versions.node}`;
console.log(`${engine}, ${availableParallelism()} processors`);
console.log(`Window: ${countAll(steps).passages} passages, about ${tokens.toLocaleString("en")} tokens`);

benchArrivals(foldAll(steps));
benchSmallArrivals(foldAll(steps), more);
benchLean();
benchFromScratch(steps);
benchPathological();
benchLens();
benchBytes(steps);
benchFork(foldAll(steps));
benchRewrite();
await benchAudit(process.argv[2]);
await benchOutline();
console.log(`\nTook ${((performance.now() - begin) / 1000).toFixed(0)} s`);
