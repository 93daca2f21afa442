/** A typed time span: UTC dates or minutes, each end optional. */
import { dayMs, minuteMs } from '../../../core/domain/time.ts'

export interface TypedSpan {
  readonly from: string
  readonly to: string
}

export interface ReadSpan {
  readonly fromMs: number
  readonly toMs: number
  readonly errors: Partial<Record<keyof TypedSpan, string>>
}

const form = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d))?$/
const wanted = 'Like 2026-11-20 or 2026-11-20 08:00'

function readMoment(text: string): { readonly atMs: number; readonly lengthMs: number } | undefined {
  const [, date, time] = form.exec(text.trim()) ?? []
  if (date === undefined) return undefined
  const moment = `${date}T${time ?? '00:00'}`
  const atMs = Date.parse(`${moment}:00Z`)
  // Date parses 30 February as 2 March.
  if (Number.isNaN(atMs) || !new Date(atMs).toISOString().startsWith(moment)) return undefined
  return { atMs, lengthMs: time === undefined ? dayMs : minuteMs }
}

/** The end includes its named day or minute. An unreadable end makes the span empty. */
export function readSpan({ from, to }: TypedSpan): ReadSpan {
  const [begin, end] = [readMoment(from), readMoment(to)]
  const fromMs = begin?.atMs ?? 0
  const toMs = end === undefined ? Number.POSITIVE_INFINITY : end.atMs + end.lengthMs
  const errors = {
    ...(begin === undefined && from.trim() !== '' ? { from: wanted } : {}),
    ...(end === undefined && to.trim() !== '' ? { to: wanted } : {}),
    ...(toMs <= fromMs ? { to: 'It is before the start' } : {}),
  }
  return Object.keys(errors).length > 0 ? { fromMs: 0, toMs: 0, errors } : { fromMs, toMs, errors }
}
