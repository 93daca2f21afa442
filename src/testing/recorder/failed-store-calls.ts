/** A recorder with a store that refuses one kind of call at a time. Tests its reports and its recovery. */
import { minuteMs, secondMs } from '../../core/domain/time.ts'
import { createAccountSession } from '../../recorder/accounts/account-session.ts'
import { usualRetention } from '../../recorder/accounts/retention.ts'
import { followAccount } from '../../recorder/follow-account.ts'
import { newMetrics, problemOf } from '../../recorder/metrics.ts'
import type { Database, Sql } from '../../recorder/store/sql.ts'
import { sqlStore } from '../../recorder/store/sql-store.ts'
import { countWork } from '../settled.ts'
import { lapseVenue, startTimeLapse, type TimeLapse } from './time-lapse.ts'

/**
 * A database that refuses calls of the kinds in `refused` and records every kind requested. A kind is the start of its
 * statement.
 */
function refusing(database: Database) {
  const [refused, asked] = [new Set<string>(), new Set<string>()]
  const check = async (kind: string): Promise<void> => {
    asked.add(kind)
    if (refused.has(kind) || refused.has(everything)) throw new Error('disk I/O error')
  }
  const kindOf = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 60)
  const checked =
    (all: Sql['all']): Sql['all'] =>
    async (text, values) => {
      await check(kindOf(text))
      return countWork(() => all(text, values))
    }
  const wrapped: Database = {
    ...database,
    all: checked(database.all),
    async lock(name) {
      await check('the lock')
      const lock = await countWork(() => database.lock(name))
      return lock && { ...lock, release: () => countWork(() => lock.release()) }
    },
    async prepare(table, atMs) {
      await check('a part')
      return countWork(() => database.prepare(table, atMs))
    },
    async transaction(run) {
      await check('begin')
      return countWork(() =>
        database.transaction(async sql => {
          const value = await run({ all: checked(sql.all) })
          await check('commit')
          return value
        }),
      )
    },
  }
  return { database: wrapped, refused, asked }
}

/** Long enough that `/readyz` must report it, if nothing was written meanwhile. */
const refusedMs = 40 * secondMs
/** Allowed delay between a fill and its storage. */
const believedMs = 20 * secondMs
const beat = 'UPDATE writers SET beat_ms ='
/** Calls that follow a failed writer come first. */
const isFirst = (call: string): boolean => /^UPDATE writers SET holder|^SELECT .* FROM spans/.test(call)
const everything = 'every call'

export interface RefusedCall {
  readonly call: string
  readonly said: readonly string[]
  readonly backAfterMs: number
}

/**
 * `most`: number of kinds to test, starting with the end of a writer. The clock stops until the database has answered.
 * Throws if the recorder is ready but stores no fill, or does not recover within a minute.
 */
export async function refuseEachStoreCall(database: Database, most: number): Promise<readonly RefusedCall[]> {
  const lapse = await startTimeLapse({ seed: 'refused' })
  const watched = refusing(database)
  const reader = sqlStore(database, lapse.nowMs)
  const metrics = newMetrics()
  const following = follow(lapse, sqlStore(watched.database, lapse.nowMs), metrics)
  let [trades, tradedMs] = [0, 0]
  const isStored = async (): Promise<boolean> =>
    (await reader.orders(lapse.owner, { which: 'filled', most: 1_000 })).length === trades
  const trade = async (): Promise<void> => {
    trades += 1
    tradedMs = lapse.nowMs()
    await lapse.trade(lapse.perpetual, trades % 2 === 0 ? 'sell' : 'buy', '0.01')
  }
  const step = (): Promise<void> => lapse.pass(secondMs / 2)
  const within = async (what: string, isSo: () => boolean | Promise<boolean>): Promise<number> => {
    const fromMs = lapse.nowMs()
    while (!(await isSo())) {
      if (lapse.nowMs() - fromMs >= minuteMs) throw new Error(`${what}: not within a minute`)
      await step()
    }
    return lapse.nowMs() - fromMs
  }
  const untilRecorded = (what: string): Promise<number> =>
    within(what, async () => problemOf(metrics, lapse.nowMs()) === undefined && (await isStored()))
  const pass = async (ms: number, each: () => Promise<void> = async () => undefined): Promise<void> => {
    for (const untilMs = lapse.nowMs() + ms; lapse.nowMs() < untilMs; await each()) await step()
  }
  await trade()
  await untilRecorded('the first fill')
  await pass(minuteMs)
  const ending = [...watched.asked].find(each => each.startsWith(beat)) ?? ''
  const table: RefusedCall[] = []
  // The first round refuses what only the end and start of a writer call; iteration continues over kinds added
  // meanwhile.
  const kinds = new Set([ending, everything])
  for (const call of kinds) {
    if (table.length >= most) break
    const said = new Set<string>()
    const errors = metrics.errors
    // A restarting recorder calls more than a running one.
    watched.refused.add(call).add(ending)
    await within(`while "${call}" is refused, an end of the writer`, () => metrics.errors > errors)
    if (call !== ending) watched.refused.delete(ending)
    await trade()
    await pass(refusedMs, async () => {
      const problem = problemOf(metrics, lapse.nowMs())
      if (problem !== undefined) said.add(problem)
      else if (lapse.nowMs() - tradedMs > believedMs && !(await isStored()))
        throw new Error(`while "${call}" is refused: ready, and a fill is not stored`)
    })
    watched.refused.clear()
    await trade()
    table.push({ call, said: [...said], backAfterMs: await untilRecorded(`after "${call}" was refused`) })
    for (const each of [...watched.asked].toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))) kinds.add(each)
  }
  let isStopped = false
  void following.stop().then(() => (isStopped = true))
  while (!isStopped) await step()
  return table
}

function follow(
  { account, http, timers, openSocket }: TimeLapse,
  store: ReturnType<typeof sqlStore>,
  metrics: ReturnType<typeof newMetrics>,
) {
  const hook = { kind: 'webhook', name: 'hook', url: 'https://hook.example', secret: '', quiet: undefined } as const
  return followAccount({
    session: createAccountSession({ account, venue: lapseVenue, http, timers, refused: () => undefined }),
    store,
    holder: 'one',
    timers,
    pollMs: 2 * secondMs,
    socket: { url: lapseVenue.feedUrl, open: openSocket },
    metrics,
    retention: usualRetention,
    alerts: {
      account: { to: [hook], events: new Set(['fill']), levels: [] },
      send: async () => ({ kind: 'delivered', report: '' }),
      everyMs: 10 * secondMs,
      reportUnsent: () => undefined,
    },
    report: () => undefined,
  })
}
