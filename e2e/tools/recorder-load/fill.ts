/**
 * Writes the month minute by minute across all accounts, as recorders would: rows interleaved, old data thinned hourly.
 */
import type { Owner } from '../../../src/core/domain/owner.ts'
import { dayMs, hourMs, minuteMs } from '../../../src/core/domain/time.ts'
import { usualRetention } from '../../../src/recorder/accounts/retention.ts'
import type { Store, Writer } from '../../../src/recorder/store/store.ts'
import { type MadeAccount, madeAccount } from './made-account.ts'

export interface Load {
  readonly accounts: number
  readonly positions: number
  readonly days: number
  readonly ordersADay: number
  readonly isEveryMinute: boolean
  /** After this long, only the last two days are written. */
  readonly mostMinutes: number
}

export const loadStart = Date.UTC(2026, 9, 1)
const venueKey = 'venue.example'
export const loadOwner = (index: number): Owner => ({ venueKey, account: `desk ${index}` })

interface Filled {
  readonly days: number
  readonly samples: number
  readonly withPositions: number
  readonly rows: number
  readonly seconds: number
}

const atOnce = 8

async function eachOf<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  let next = 0
  const work = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await run(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

interface Desk {
  readonly made: MadeAccount
  readonly writer: Writer
}

async function desksOf(store: Store, load: Load): Promise<readonly Desk[]> {
  const desks: Desk[] = []
  for (let index = 0; index < load.accounts; index += 1) {
    const writer = await store.takeWriter(loadOwner(index), 'load')
    if (writer === undefined) throw new Error('Another process writes.')
    desks.push({ made: madeAccount(index + 1, load.positions, load.ordersADay), writer })
  }
  return desks
}

export async function fill(store: Store, load: Load, say: (line: string) => void): Promise<Filled> {
  const began = performance.now()
  const desks = await desksOf(store, load)
  const fineMs = usualRetention.positionMinuteDays * dayMs
  let endMs = loadStart + load.days * dayMs
  let isCut = false
  let [samples, withPositions, rows] = [0, 0, 0]
  for (let hour = loadStart; hour < endMs; hour += hourMs) {
    await eachOf(desks, async ({ made, writer }) => {
      const { rows: fresh } = await writer.append(made.hour(hour))
      rows += fresh.length
    })
    for (let minute = hour; minute < hour + hourMs; minute += minuteMs) {
      const isWhole = load.isEveryMinute || minute === hour || minute >= endMs - fineMs
      await eachOf(desks, async ({ made, writer }) => void (await writer.saveSample(made.sample(minute, isWhole))))
      samples += desks.length
      if (isWhole) withPositions += desks.length
    }
    await eachOf(desks, async ({ writer }) => {
      await writer.saveSeenSpan({ fromMs: loadStart, toMs: hour + hourMs })
      await writer.thin(hour + hourMs, usualRetention)
    })
    if ((hour + hourMs - loadStart) % dayMs !== 0) continue
    await store.tidy(hour + hourMs, usualRetention)
    const seconds = (performance.now() - began) / 1_000
    if (seconds > load.mostMinutes * 60 && !isCut) endMs = Math.min(endMs, hour + hourMs + fineMs)
    isCut ||= seconds > load.mostMinutes * 60
    say(
      `  day ${(hour + hourMs - loadStart) / dayMs} of ${load.days}: ${samples} samples, ${rows} rows, ${Math.round(seconds)} s`,
    )
  }
  for (let index = 0; index < load.accounts; index += 1) {
    for (let count = 0; count < 200; count += 1) {
      const subject = `desk-${index + 1}-${count * 7 + 1}`
      await store.writeNote(
        loadOwner(index),
        { subject, text: `why this was done, ${count}`, tags: ['carry'], atMs: endMs, by: 'ann' },
        undefined,
      )
    }
  }
  await eachOf(desks, ({ writer }) => writer.release())
  return {
    days: (endMs - loadStart) / dayMs,
    samples,
    withPositions,
    rows,
    seconds: (performance.now() - began) / 1_000,
  }
}

export async function durableRate(store: Store, load: Load, seconds: number): Promise<number> {
  const desks = await desksOf(store, load)
  const began = performance.now()
  let written = 0
  for (
    let minute = loadStart + (load.days + 1) * dayMs;
    performance.now() - began < seconds * 1_000;
    minute += minuteMs
  ) {
    await eachOf(desks, async ({ made, writer }) => void (await writer.saveSample(made.sample(minute, true))))
    written += desks.length
  }
  const rate = written / ((performance.now() - began) / 1_000)
  await eachOf(desks, ({ writer }) => writer.release())
  return rate
}
