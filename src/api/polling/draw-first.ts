/**
 * What a table draws of an answer by itself, in the task in which it came and past the components: those hear of it after that picture, so that the
 * figures of a poll do not wait for all that hangs on them. Whoever draws only a part of an answer, or is hidden, leaves it to the components.
 */
import { hashKey } from '@tanstack/react-query'
import { areAnswersHeld, type Later, tellLater } from './hold-answers.ts'
import { queryClient } from './query-client.ts'

/** Draws an answer; how the components are to be told of it later, or undefined where it was not drawn and they are told as ever. */
export type DrawFirst = (answer: unknown) => Later | undefined

const drawers = new Map<string, DrawFirst>()
let stop: (() => void) | undefined

function drawn(draw: DrawFirst, answer: unknown): Later | undefined {
  try {
    return draw(answer)
  } catch (error) {
    // The answer is as good as ever, and the components show it; the fault is the page's own.
    reportError(error)
    return undefined
  }
}

/** The query library tells this in the midst of taking an answer in, before it tells its components. */
const listen = (): (() => void) =>
  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'success' || areAnswersHeld()) return
    const draw = drawers.get(event.query.queryHash)
    const later = draw === undefined ? undefined : drawn(draw, event.query.state.data)
    if (later !== undefined) tellLater(later)
  })

/** Gives `draw` each answer under this key from now on, in place of who was given them before; the answer ends that. */
export function drawFirst(key: readonly unknown[], draw: DrawFirst): () => void {
  const hash = hashKey(key)
  drawers.set(hash, draw)
  stop ??= listen()
  return () => {
    if (drawers.get(hash) !== draw) return
    drawers.delete(hash)
    if (drawers.size > 0) return
    stop?.()
    stop = undefined
  }
}
