/**
 * Long work in short tasks, so that the page stays responsive. The longest task must stay under 50 ms with 50,000
 * instruments (bench `exchange-info`).
 */
import type { Steps } from '../../../core/domain/steps.ts'

interface WithScheduler {
  readonly scheduler?: { readonly yield?: () => Promise<void> }
}

export function yieldToPage(): Promise<void> {
  const scheduler = (globalThis as WithScheduler).scheduler
  return scheduler?.yield === undefined ? new Promise(resolve => setTimeout(resolve, 0)) : scheduler.yield()
}

const sliceMs = 12
const itemsBetweenLooks = 512

export function startSlice(): { isUsedUp(): boolean } {
  const began = performance.now()
  return { isUsedUp: () => performance.now() - began > sliceMs }
}

export async function forEachInSlices<Item>(
  items: readonly Item[],
  visit: (item: Item, index: number) => void,
): Promise<void> {
  let slice = startSlice()
  for (let index = 0; index < items.length; index += 1) {
    visit(items[index] as Item, index)
    if (index % itemsBetweenLooks === itemsBetweenLooks - 1 && slice.isUsedUp()) {
      await yieldToPage()
      slice = startSlice()
    }
  }
}

/**
 * Runs the steps to their result. Yields first and whenever a slice is used up; throws at a yield if `signal` is
 * aborted.
 */
export async function inSlices<Value>(steps: Steps<Value>, signal?: AbortSignal): Promise<Value> {
  for (;;) {
    await yieldToPage()
    signal?.throwIfAborted()
    const slice = startSlice()
    do {
      const step = steps.next()
      if (step.done === true) return step.value
    } while (!slice.isUsedUp())
  }
}
