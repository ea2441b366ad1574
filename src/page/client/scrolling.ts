/** How far down somebody was at an address, if they come back to it; undefined for who follows a link, and begins at the top. */
export type Scrolling = (address: string) => number | undefined;

/** Watches how far down each address is left; `current` is the one that is shown. */
export function watchScrolling(current: () => string | undefined): Scrolling {
	const left = new Map<string, number>();
	let isFollowing = false;
	// Browsers put the page where it was before it is drawn, when it has no height yet.
	history.scrollRestoration = "manual";
	document.addEventListener("click", ({ target }) => {
		isFollowing = target instanceof Element && target.closest("a[href^='#']") !== null;
	});
	const note = (): void => {
		const address = current();
		if (address !== undefined) left.set(address, scrollY);
	};
	addEventListener("scroll", note, { passive: true });
	return (address) => {
		const y = isFollowing ? undefined : left.get(address);
		isFollowing = false;
		return y;
	};
}
