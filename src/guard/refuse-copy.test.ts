import { expect, test } from "bun:test";
import { inPlaceOf } from "./refuse-copy.ts";

test("a mark of folded lines is not said to stand for lines that the model has seen", () => {
	expect(inPlaceOf("[ibid] lines 5-44 folded").lines).toBe("folded lines");
	expect(inPlaceOf("[ibid] lines 5-44 as last shown by read").lines).toBe("lines you have seen");
});
