/** Two app servers on one history, each with a recorder, and the checks while they are killed under traffic. */
import { expect } from 'vitest'
import { recorderCalls } from '../../core/history/recorder-interface.ts'
import {
  type Running,
  ask,
  filledOnce,
  rowsIn,
  run,
  runVenue,
  settingsOn,
  startMs,
  takeOverMs,
  trade,
  untilReported,
} from './recorder-processes.ts'

const endOfTime = 9_999_999_999_999

export async function killServersInTurn(place: Readonly<Record<string, string>>, times: number): Promise<void> {
  const venue = await runVenue()
  const begin = (): Promise<Running> => run([], { ...place, ...settingsOn(venue), PORT: '0' })
  let [used, other] = [await begin(), await begin()]
  const traffic = trade(() => used.url)
  await untilReported(used.url, () => traffic.taken[0], startMs)
  await untilReported(other.url, () => traffic.taken[0], startMs)
  const status = recorderCalls.status.answer.parse((await ask(used.url, '/recorder/v1/status')).json)
  await expectSame(used.url, other.url, status.accounts[0]?.covered[0]?.toMs ?? 0)
  const reported = new Set<string>()
  const notes: string[] = []
  for (let round = 0; round < times; round += 1) {
    for (const id of await rowsIn(used.url)) reported.add(id)
    const subject = traffic.taken.at(-1) ?? ''
    await writeNote(used.url, subject, `round ${round}`)
    notes.push(`${subject}: round ${round}`)
    const before = traffic.taken.length
    const [killed, left] = [used, other]
    used = left
    await killed.kill()
    await untilReported(left.url, () => traffic.taken[before], takeOverMs + startMs)
    expect(await notesIn(left.url)).toEqual(expect.arrayContaining(notes))
    other = await begin()
  }
  await traffic.stop()
  const filled = await filledAt(venue.url, traffic.sent)
  // All confirmed orders are stored; unconfirmed ones, sent while a server was killed, are stored as well.
  expect(filled.filter(id => traffic.taken.includes(id))).toEqual(traffic.taken)
  const orders = await filledOnce(used.url, filled.length)
  expect(orders.map(order => order.client_order_id).toSorted()).toEqual(filled.toSorted())
  const rows = await rowsIn(used.url)
  expect(new Set(rows).size).toBe(rows.length)
  expect([...reported].filter(id => !rows.includes(id))).toEqual([])
  expect(rows.filter(id => id.includes(' x ')).length).toBe(orders.flatMap(order => order.executions).length)
  await expectSame(used.url, other.url, endOfTime)
  for (const each of [used, other, venue]) await each.kill()
}

/** Compares up to `toMs`, after which servers still add data. */
async function expectSame(one: string, other: string, toMs: number): Promise<void> {
  const paths = [
    `samples?account=desk&from=0&to=${toMs}`,
    `journal?account=desk&limit=100&to=${toMs}`,
    'orders?account=desk&ids=t0,t1',
    'first-positions?account=desk',
    'notes?account=desk',
  ]
  for (const path of paths) {
    // The total grows with current traffic.
    const told = async (server: string) => {
      const { status: code, json } = await ask(server, `/recorder/v1/${path}`)
      return code === 200 ? JSON.stringify({ ...(json as object), total: undefined }) : undefined
    }
    const areSame = async (): Promise<boolean> => {
      const answer = await told(one)
      return answer !== undefined && answer === (await told(other))
    }
    await expect.poll(areSame, { timeout: startMs, interval: 300 }).toBe(true)
  }
}

async function writeNote(server: string, subject: string, text: string): Promise<void> {
  const { status } = await ask(
    server,
    '/recorder/v1/notes',
    { account: 'desk', subject, text, tags: [], seenAtMs: null },
    'PUT',
  )
  expect(status).toBe(200)
}

async function notesIn(server: string): Promise<readonly string[]> {
  const { json } = await ask(server, '/recorder/v1/notes?account=desk')
  return recorderCalls.notes.answer.parse(json).notes.rows.map(note => `${note.subject}: ${note.text}`)
}

async function filledAt(venue: string, ids: readonly string[]): Promise<readonly string[]> {
  const filled: string[] = []
  for (const id of ids) {
    const { json } = await ask(venue, `/v1/api/order?client_order_id=${id}`)
    if (JSON.stringify(json ?? '').includes('trade_id')) filled.push(id)
  }
  return filled
}
