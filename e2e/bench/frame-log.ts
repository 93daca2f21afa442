/** Frame log of a real drag: how long each pointer event waited, and how long the page then worked. */
import type { Page } from '@playwright/test'
import { type BenchRow, median } from './bench.ts'

export interface Frame {
  readonly intervalMs: number
  /** From the pointer event to the page's first line of code; undefined without an event. */
  readonly waitedMs: number | undefined
  /** From the page's first line of code to the end of painting, ms. */
  readonly workedMs: number
}

const frameMs = 1_000 / 60

function logFrames(count: number): Promise<Frame[]> {
  return new Promise(resolve => {
    const frames: Frame[] = []
    const painted = new MessageChannel()
    let last = performance.now()
    let [intervalMs, began, waitedMs] = [0, undefined as number | undefined, undefined as number | undefined]
    const hear = (event: PointerEvent): void => {
      const now = performance.now()
      began ??= now
      waitedMs ??= Math.max(0, now - event.timeStamp)
    }
    addEventListener('pointermove', hear, { capture: true })
    const tick = (): void => {
      const now = performance.now()
      began ??= now
      intervalMs = now - last
      last = now
      // Runs after the frame is painted.
      painted.port2.postMessage(undefined)
    }
    painted.port1.onmessage = () => {
      frames.push({ intervalMs, waitedMs, workedMs: performance.now() - (began ?? last) })
      began = undefined
      waitedMs = undefined
      if (frames.length < count) requestAnimationFrame(tick)
      else {
        removeEventListener('pointermove', hear, { capture: true })
        painted.port1.close()
        resolve(frames)
      }
    }
    requestAnimationFrame(tick)
  })
}

export async function dragFrames(
  page: Page,
  count: number,
  at: (turn: number) => { readonly x: number; readonly y: number },
): Promise<Frame[]> {
  let isLogged = false
  const logged = page.evaluate(logFrames, count).finally(() => {
    isLogged = true
  })
  for (let turn = 0; !isLogged; turn += 1) {
    const { x, y } = at(turn)
    await page.mouse.move(x, y)
  }
  return logged
}

/** Frames missed by the page's own work. Frames that were late with less than a frame of work are the machine's. */
export function missedFrames(frames: readonly Frame[]): { readonly byWork: number; readonly byWaiting: number } {
  const byWork = frames.filter(each => each.workedMs > frameMs).length
  return {
    byWork,
    byWaiting: frames.filter(each => each.workedMs <= frameMs && each.intervalMs > 1.5 * frameMs).length,
  }
}

export function frameRow(frames: readonly Frame[], say: (line: string) => void): BenchRow {
  const moved = frames.filter(each => each.waitedMs !== undefined)
  const text = (values: readonly number[]): string =>
    `median ${median(values).toFixed(1)}, most ${Math.max(...values).toFixed(1)} ms`
  const { byWork, byWaiting } = missedFrames(frames)
  say(`${frames.length} frames of a drag, ${moved.length} of them with the pointer:`)
  if (moved.length > 0)
    say(`  waited ${text(moved.map(each => each.waitedMs ?? 0))}; worked ${text(moved.map(each => each.workedMs))}`)
  say(`  missed by the page's work ${byWork}, late though it worked less than a frame ${byWaiting}`)
  return { name: `drag: frames missed of ${frames.length}`, unit: 'frames', measured: byWork, goal: { limit: 0 } }
}
