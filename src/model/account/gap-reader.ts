/** What lacks of a list that the page polls (`gap.ts`). */
import { serverNowMs } from '../../api/venue/clock.ts'
import type { Resource } from '../../api/polling/resource.ts'
import { remembered } from '../remembered.ts'
import type { Gap } from './gap.ts'

type Listed = Pick<Resource<readonly unknown[] | ReadonlyMap<string, unknown>>, 'data' | 'freshness' | 'setAside' | 'wholeAgoMs'>

/** Undefined while the list was read in full, and while nothing came at all: that is waiting, and shown as such. */
function gapOf(what: string, { data, freshness, setAside, wholeAgoMs }: Listed): Gap | undefined {
  if (data === undefined) return undefined
  const agoMs = wholeAgoMs()
  const wholeMs = agoMs === undefined ? undefined : serverNowMs() - agoMs
  if (setAside.length > 0) return { kind: 'unread', what, rows: setAside, of: setAside.length + sizeOf(data), wholeMs }
  return freshness === 'unknown' ? { kind: 'old', what, wholeMs } : undefined
}

const sizeOf = (data: readonly unknown[] | ReadonlyMap<string, unknown>): number => ('size' in data ? data.size : data.length)

/** The same gap while nothing of it changed. */
export function createGapReader(what: string): (resource: Listed) => Gap | undefined {
  const read = remembered((data: Listed['data'], isOld: boolean, setAside: Listed['setAside'], wholeAgoMs: Listed['wholeAgoMs']) =>
    gapOf(what, { data, freshness: isOld ? 'unknown' : 'live', setAside, wholeAgoMs }),
  )
  return ({ data, freshness, setAside, wholeAgoMs }) => read(data, freshness === 'unknown', setAside, wholeAgoMs)
}
