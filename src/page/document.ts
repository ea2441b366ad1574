import { createHash } from "node:crypto";

/** The parts of a document: the style and the script of the page, and its data as `encodePage` writes them. */
export type DocumentParts = {
	readonly style: string;
	readonly script: string;
	readonly data: string;
	/** Whether a server has newer data that the page may ask for. */
	readonly isLive: boolean;
};

/**
 * One self-contained HTML document. It makes no network requests except, if it is live, to the server it comes from.
 */
export function documentOf({ style, script, data, isLive }: DocumentParts): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(style, script, isLive)}">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>ibid</title>
<style>${unclosed("style", style)}</style>
</head>
<body>
<main id="page"><noscript>This page draws its figures with a script, which your browser does not run.</noscript></main>
<script type="application/json" id="data">${data.replaceAll("<", "\\u003c")}</script>
<script>${unclosed("script", script)}</script>
</body>
</html>
`;
}

/** What the page may do: run exactly this style and script, and load nothing. */
export function contentPolicy(style: string, script: string, isLive: boolean): string {
	const rules = [
		"default-src 'none'",
		`script-src '${sourceHash(script)}'`,
		`style-src '${sourceHash(style)}'`,
		"img-src data:",
		...(isLive ? ["connect-src 'self'"] : []),
		"base-uri 'none'",
		"form-action 'none'",
	];
	return rules.join("; ");
}

function sourceHash(text: string): string {
	return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** Content that is inserted as it is must not end its element, nor begin a comment that hides the end. */
function unclosed(element: "style" | "script", text: string): string {
	if (/<\/(?:style|script)|<!--/i.test(text)) throw new Error(`the ${element} of the page would end it`);
	return text;
}
