import { shape } from "../dom.ts";
import { rough } from "../model/format.ts";

/** Grid lines of a drawing, one for each value of an axis, with the axis before them. */
export function axisRules(
	axis: readonly number[],
	yOf: (value: number) => number,
	[left, right]: readonly [left: number, right: number],
): SVGElement[] {
	return axis.map((value) => {
		const y = yOf(value);
		return shape(
			"g",
			{},
			shape("line", { class: value === 0 ? "base" : "rule", x1: left, x2: right, y1: y, y2: y }),
			shape("text", { x: left - 6, y: y + 4, "text-anchor": "end" }, rough(value)),
		);
	});
}
