/** Long work in short tasks: the page draws and answers between them. */

interface WithScheduler {
  readonly scheduler?: { readonly yield?: () => Promise<void> }
}

/** Lets everything that waits go first. */
export function yieldToPage(): Promise<void> {
  const scheduler = (globalThis as WithScheduler).scheduler
  return scheduler?.yield === undefined ? new Promise(resolve => setTimeout(resolve, 0)) : scheduler.yield()
}

const sliceMs = 12
const itemsBetweenLooks = 512

/** Calls `visit` for each item in order, pausing whenever a slice of time is used up. */
export async function forEachInSlices<Item>(items: readonly Item[], visit: (item: Item, index: number) => void): Promise<void> {
  let began = performance.now()
  for (let index = 0; index < items.length; index += 1) {
    visit(items[index] as Item, index)
    if (index % itemsBetweenLooks === itemsBetweenLooks - 1 && performance.now() - began > sliceMs) {
      await yieldToPage()
      began = performance.now()
    }
  }
}
