/** Remembers how somebody has left a view, and gives a way to leave it so again once it is drawn anew. */
export function holdPlace(page: HTMLElement): () => void {
	const [id, caret, y] = [document.activeElement?.id, caretOf(document.activeElement), scrollY];
	const open = [...page.querySelectorAll("details")].map((each) => each.open);
	const turn = page.querySelector<HTMLInputElement>("#turn")?.value;
	return () => {
		for (const [at, each] of page.querySelectorAll("details").entries()) each.open = open[at] ?? false;
		const slider = page.querySelector<HTMLInputElement>("#turn");
		if (slider && turn !== undefined && Number(turn) <= Number(slider.max)) setSlider(slider, turn);
		const found = id ? document.getElementById(id) : undefined;
		found?.focus({ preventScroll: true });
		if (found instanceof HTMLInputElement && caret !== null) found.setSelectionRange(caret, caret);
		scrollTo(0, y);
	};
}

function caretOf(active: Element | null): number | null {
	return active instanceof HTMLInputElement && active.type === "search" ? active.selectionStart : null;
}

function setSlider(slider: HTMLInputElement, value: string): void {
	slider.value = value;
	slider.dispatchEvent(new Event("input"));
}

/** How far down somebody was at an address, if they come back to it; undefined for who follows a link, and begins at the top. */
type Scrolling = (address: string) => number | undefined;

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
