/** A value as a file of JSON that people may read. */
export function jsonText(value: object): string {
	return `${JSON.stringify(value, undefined, "\t")}\n`;
}
