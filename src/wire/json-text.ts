/** A value as a JSON file that people can read. */
export function jsonText(value: object): string {
	return `${JSON.stringify(value, undefined, "\t")}\n`;
}
