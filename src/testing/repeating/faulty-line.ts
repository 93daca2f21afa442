/**
 * A connection to a venue that repeats itself. Endpoint by endpoint it answers with a cached response from half a
 * minute ago, every second time unchanged, without rows or with each row twice. Other requests pass.
 */
import type { Http, HttpAnswer, HttpRequest } from '../../core/client/http.ts'
import { secondMs } from '../../core/domain/time.ts'
import type { Line } from '../recorder/time-lapse.ts'

export const lineFaults = ['cached', 'late', 'repeated', 'emptied', 'doubled'] as const
export type LineFault = (typeof lineFaults)[number]

const lateMs = 30 * secondMs

/** Changes every list in an answer, at any depth. */
function changeLists(value: unknown, change: (list: readonly unknown[]) => readonly unknown[]): unknown {
  if (Array.isArray(value)) return change(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, changeLists(each, change)]))
}

const withLists = (answer: HttpAnswer, change: (list: readonly unknown[]) => readonly unknown[]): HttpAnswer => ({
  ...answer,
  text: JSON.stringify(changeLists(JSON.parse(answer.text), change)),
})

interface Answered {
  readonly atMs: number
  readonly answer: HttpAnswer
}

export interface FaultyLine {
  readonly pass: Line
  begin(path: string, fault: LineFault, untilMs: number): void
  heal(): void
}

export function createFaultyLine(nowMs: () => number): FaultyLine {
  const faults = new Map<string, { readonly fault: LineFault; readonly untilMs: number }>()
  const answered = new Map<string, readonly Answered[]>()
  const note = (url: string, answer: HttpAnswer): HttpAnswer => {
    const recent = (answered.get(url) ?? []).filter(each => nowMs() - each.atMs <= 4 * lateMs)
    answered.set(url, [...recent, { atMs: nowMs(), answer }])
    return answer
  }
  const spoil = async (fault: LineFault, request: HttpRequest, pass: Http): Promise<HttpAnswer> => {
    const known = answered.get(request.url) ?? []
    const last = known.at(-1)
    if (fault === 'cached' && last !== undefined) return last.answer
    if (fault === 'repeated' && last !== undefined && last.answer !== known.at(-2)?.answer)
      return note(request.url, last.answer)
    const fresh = await pass(request)
    if (fresh.status !== 200) return fresh
    if (fault === 'late') {
      const late = known.findLast(each => nowMs() - each.atMs >= lateMs)?.answer
      note(request.url, fresh)
      return late ?? fresh
    }
    if (fault === 'emptied') return withLists(fresh, () => [])
    if (fault === 'doubled') return withLists(fresh, list => [...list, ...list])
    return note(request.url, fresh)
  }
  return {
    async pass(request, pass) {
      const found = request.method === 'GET' ? faults.get(new URL(request.url).pathname) : undefined
      if (found !== undefined && nowMs() < found.untilMs) return await spoil(found.fault, request, pass)
      const answer = await pass(request)
      return answer.status === 200 ? note(request.url, answer) : answer
    },
    begin: (path, fault, untilMs) => void faults.set(path, { fault, untilMs }),
    heal: () => faults.clear(),
  }
}
