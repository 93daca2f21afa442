import { expect, test } from 'vitest'
import { panelStateOf, type ResourceLike } from './panel-state.ts'

const resource = (change: Partial<ResourceLike>): ResourceLike => ({
  status: 'ready',
  freshness: 'live',
  receivedAgoMs: () => 100,
  refetch: () => undefined,
  ...change,
})
const empty = { title: 'No positions' }

test.each([
  ['waiting', { status: 'waiting' }, 'waiting'],
  ['failed without data, never an empty list', { status: 'failed', fault: { message: 'no answer' } }, 'failed'],
  ['stale, though empty: an old nothing is not a nothing', { freshness: 'stale' }, 'stale'],
  ['of unknown age', { freshness: 'unknown' }, 'stale'],
  ['late but live', { freshness: 'delayed' }, 'empty'],
] as const)('%s', (_, change, kind) =>
  expect(panelStateOf(resource(change), { what: 'positions', empty }).kind).toBe(kind),
)

test('rows that could not be read are not an empty list', () =>
  expect(
    panelStateOf(resource({ rejectedRows: [{ path: 'mark_price', message: 'Invalid input' }] }), {
      what: 'positions',
      empty,
    }),
  ).toMatchObject({
    kind: 'failed',
    title: 'The one row of positions could not be read',
    detail: 'mark_price: Invalid input',
  }))

test('what was last known stands in where nothing came, and where no row of what came could be read, with why', () => {
  const last = { agoMs: () => 5_000 }
  const rejectedRows = ['size', 'size'].map(path => ({ path, message: 'Invalid input' }))
  const of = (change: Partial<ResourceLike>) => panelStateOf(resource(change), { what: 'positions', last, empty })
  expect(of({ status: 'waiting' })).toEqual({ kind: 'last', agoMs: last.agoMs, detail: undefined })
  expect(of({ status: 'failed', fault: { message: 'no answer' } })).toMatchObject({ kind: 'last', detail: 'no answer' })
  expect(of({ rejectedRows })).toMatchObject({ kind: 'last', detail: 'None of the 2 rows of positions could be read' })
})

test('ready when there is something to show', () =>
  expect(panelStateOf(resource({}), { what: 'positions', empty: false })).toEqual({ kind: 'ready' }))

test('a failed panel says why and can be tried again', () => {
  let asked = 0
  const state = panelStateOf(
    resource({ status: 'failed', fault: { message: 'no answer within 4 s' }, refetch: () => (asked += 1) }),
    {
      what: 'positions',
    },
  )
  if (state.kind !== 'failed') throw new Error(state.kind)
  state.retry?.()
  expect([state.title, state.detail, asked]).toEqual(['Could not load positions', 'no answer within 4 s', 1])
})
