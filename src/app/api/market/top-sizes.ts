/**
 * Quantities at the best prices of several order books, since the market summary has prices only. Each book is one
 * request, so they run one by one with pauses, only while visible.
 */
import { useEffect, useState } from 'react'
import { backOffMs, systemTimers } from '../../../core/client/timers.ts'
import type { Decimal } from '../../../core/domain/decimal.ts'
import { isVisible } from '../browser/heartbeat.ts'
import { wait } from '../browser/wait.ts'
import { publishEvidence } from '../evidence/evidence.ts'
import { readCapabilities, useCapabilities } from '../venue/capabilities.ts'
import { call } from '../venue/client.ts'
import { presentOwner } from '../venue/owner.ts'
import { useVenue } from '../venue/venue.ts'

export interface TopSizes {
  readonly bid: Decimal | undefined
  readonly ask: Decimal | undefined
}

const pauseMs = 60
const roundMs = 10_000
/** Answers are shown in groups, since rendering each would cost too much. */
const groupMs = 400

const nothing: ReadonlyMap<string, TopSizes> = new Map()

const isLacking = (): boolean => readCapabilities().orderBook === 'absent'

/**
 * Requests each instrument once and calls `found` for each answer. Returns the number of consecutive failures at the
 * end.
 */
async function askEach(
  symbols: readonly string[],
  signal: AbortSignal,
  before: number,
  found: (symbol: string, sizes: TopSizes) => void,
): Promise<number> {
  let failures = before
  for (const symbol of symbols) {
    if (signal.aborted || isLacking()) return failures
    const answered = isVisible() ? await call('orderBook', { query: { symbol, depth: 1 }, signal }) : undefined
    if (answered?.ok === true) {
      failures = 0
      const { buy, sell } = answered.answer.orderbook_response
      const owner = presentOwner()
      if (owner !== undefined) publishEvidence({ kind: 'book', book: answered.answer.orderbook_response }, owner)
      found(symbol, { bid: buy[0]?.quantity, ask: sell[0]?.quantity })
    } else if (answered?.fault.kind === 'no_book') {
      failures = 0
      found(symbol, { bid: undefined, ask: undefined })
    } else if (answered !== undefined) {
      failures += 1
      const { retryAfterMs = 0 } = answered.fault
      await wait(Math.max(retryAfterMs, backOffMs(roundMs, failures, systemTimers.random())), signal)
    }
    await wait(pauseMs, signal)
  }
  return failures
}

async function askAgain(
  symbols: readonly string[],
  signal: AbortSignal,
  found: (symbol: string, sizes: TopSizes) => void,
): Promise<void> {
  let failures = 0
  while (!signal.aborted && !isLacking()) {
    failures = await askEach(symbols, signal, failures, found)
    await wait(roundMs, signal)
  }
}

export async function readTopSizes(
  symbols: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TopSizes>> {
  const sizes = new Map<string, TopSizes>()
  await askEach(symbols, signal, 0, (symbol, found) => sizes.set(symbol, found))
  return sizes
}

const isSame = (a: TopSizes | undefined, b: TopSizes): boolean => a !== undefined && a.bid === b.bid && a.ask === b.ask

interface SizesOfVenue {
  readonly venueKey: string
  readonly sizes: ReadonlyMap<string, TopSizes>
}

function merged(
  symbols: readonly string[],
  ...answers: readonly ReadonlyMap<string, TopSizes>[]
): ReadonlyMap<string, TopSizes> {
  const next = new Map<string, TopSizes>()
  for (const symbol of symbols) {
    const sizes = answers.map(each => each.get(symbol)).find(each => each !== undefined)
    if (sizes !== undefined) next.set(symbol, sizes)
  }
  return next
}

export function useTopSizes(symbols: readonly string[]): ReadonlyMap<string, TopSizes> {
  const venueKey = useVenue().key
  const lacking = useCapabilities().orderBook === 'absent'
  const [known, setKnown] = useState<SizesOfVenue>({ venueKey, sizes: nothing })
  const asked = lacking ? '' : symbols.join(' ')
  useEffect(() => {
    if (asked === '') return undefined
    const list = asked.split(' ')
    const stop = new AbortController()
    const fresh = new Map<string, TopSizes>()
    let cancel: (() => void) | undefined
    const show = () => {
      cancel = undefined
      setKnown(before => ({
        venueKey,
        sizes: merged(list, fresh, before.venueKey === venueKey ? before.sizes : nothing),
      }))
    }
    void askAgain(list, stop.signal, (symbol, sizes) => {
      if (isSame(fresh.get(symbol), sizes)) return
      fresh.set(symbol, sizes)
      cancel ??= systemTimers.after(groupMs, show)
    })
    return () => {
      stop.abort()
      cancel?.()
    }
  }, [asked, venueKey])
  return asked === '' || known.venueKey !== venueKey ? nothing : known.sizes
}
