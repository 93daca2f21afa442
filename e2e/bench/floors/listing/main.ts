/** Decodes the listing in the browser, against bare `JSON.parse` of the same text. */
import { isSameListing, readListing } from '../../../../src/app/api/market/exchange-info.ts'
import { indexInstruments, type InstrumentIndex } from '../../../../src/core/domain/instrument-index.ts'
import { inTurn } from '../../bench.ts'

export interface ListingTimes {
  readonly listed: number
  readonly parseMs: number
  readonly decodeMs: number
  readonly sameMs: number
  readonly baseMs: number
}

async function readAndIndex(text: string): Promise<InstrumentIndex> {
  const read = await readListing(text)
  if (!read.ok || read.answer.rejectedRows.length > 0)
    throw new Error('the sandbox lists what the contract does not know')
  const index = indexInstruments(read.answer.instruments)
  const [first] = index.all
  const isIndexed =
    first !== undefined && index.byId(first.tradeable_entity_id) === first && index.bySymbol(first.symbol) === first
  if (!isIndexed) throw new Error('the index lacks what was listed')
  return index
}

/** The first access to a base parses its instrument names. */
function openLargestBase(index: InstrumentIndex): void {
  const [base = ''] = index.bases()
  if (index.expiries(base).length === 0) throw new Error('the largest base has no options')
}

/** A page's clock is coarse, so short jobs are repeated. */
const repeats = 20
const rowsOfLongJob = 20_000

const repeated =
  (times: number, job: () => unknown): (() => Promise<void>) =>
  async () => {
    for (let count = 0; count < times; count += 1) await job()
  }

async function measureListing(rounds: number): Promise<ListingTimes> {
  const text = await (await fetch('/v1/api/exchangeInfo')).text()
  // The venue's next answer: the same content with another timestamp.
  const again = text.replace(/(?<="server_utc_timestamp":"?\d*)\d(?="?[,}])/, digit => (digit === '7' ? '8' : '7'))
  if (again === text || again.length !== text.length) throw new Error('the listing does not say when it was made')
  let sameCount = 0
  const compareOften = (): void => {
    for (let count = 0; count < repeats; count += 1) sameCount += isSameListing(text, again) ? 1 : 0
  }
  const { all } = await readAndIndex(text)
  const times = Math.max(1, Math.ceil(rowsOfLongJob / all.length))
  const jobs = [
    () => JSON.parse(text) as unknown,
    () => readAndIndex(text),
    () => openLargestBase(indexInstruments(all)),
  ]
  const measured = await inTurn([...jobs.map(job => repeated(times, job)), compareOften], rounds)
  const [parseMs = 0, decodeMs = 0, baseMs = 0] = measured.map(ms => ms / times)
  const sameMs = measured[jobs.length] ?? 0
  if (sameCount === 0) throw new Error('a listing that did not change was taken for another')
  return { listed: all.length, parseMs, decodeMs, sameMs: sameMs / repeats, baseMs }
}

Object.assign(globalThis, { measureListing })
