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
