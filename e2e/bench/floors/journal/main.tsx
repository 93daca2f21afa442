/**
 * The journal and the history where they are read in earnest, in a browser's database: opening, searching and exporting years of rows, and
 * drawing ninety days of samples; each beside the least that reading the same data could cost.
 */
import { flushSync } from 'react-dom'
import { type Root, createRoot } from 'react-dom/client'
import { database } from '../../../../src/api/browser/db.ts'
import { saveSample, readSamples } from '../../../../src/api/history/sample-store.ts'
import { journalCsv } from '../../../../src/api/journal/journal-csv.ts'
import { madeRow, startMs, testOwner } from '../../../../src/testing/journal.fixture.ts'
import { readJournal } from '../../../../src/api/journal/journal-reader.ts'
import { mergeRows } from '../../../../src/api/journal/merge-rows.ts'
import { ownerRange } from '../../../../src/api/venue/owner.ts'
import { dec, toNumber } from '../../../../src/domain/decimal.ts'
import type { Sample } from '../../../../src/domain/sample.ts'
import { equityOf } from '../../../../src/domain/equity.ts'
import { thinnedOut } from '../../../../src/domain/thinning.ts'
import { dayMs, minuteMs } from '../../../../src/domain/time.ts'
import { TimeChart } from '../../../../src/ui/charts/time-chart.tsx'
import { inTurn } from '../../bench.ts'

export interface JournalTimes {
  readonly rows: number
  readonly open: Pair
  readonly rareWord: Pair
  readonly commonWords: Pair
  readonly csv: Pair
}
export interface Pair {
  readonly floorMs: number
  readonly measuredMs: number
}
export interface HistoryTimes {
  readonly samples: number
  readonly drawn: Pair
  /** 0 where none took 50 ms. */
  readonly longestTaskMs: number
}

const pageRows = 500

async function chunkTexts(): Promise<string[]> {
  return (await (await database()).getAll('journalChunks', ownerRange(testOwner))).map(chunk => chunk.text)
}
async function lastChunk(): Promise<unknown> {
  const db = await database()
  const last = (await db.getAllKeys('journalChunks', ownerRange(testOwner))).at(-1)
  const chunk = last === undefined ? undefined : await db.get('journalChunks', last)
  return JSON.parse(chunk?.text ?? '[]')
}
const pair = ([floorMs = 0, measuredMs = 0]: readonly number[]): Pair => ({ floorMs, measuredMs })

/** Rows are added to what is there: sizes must grow from call to call. */
async function measureJournal(rows: number, rounds: number): Promise<JournalTimes> {
  await mergeRows(
    testOwner,
    Array.from({ length: rows }, (_, index) => madeRow(index)),
  )
  const rare = madeRow(8 * 3).client_order_id ?? ''
  const search = async (text: string, atLeast: number): Promise<void> => {
    const page = await readJournal(testOwner, { text }, pageRows)
    if (page.rows.length < atLeast || page.total !== rows)
      throw new Error(`the search for ${text} found ${page.rows.length} of ${page.total}`)
  }
  const open = await inTurn([lastChunk, () => search('', pageRows)], rounds)
  const rareWord = await inTurn([async () => (await chunkTexts()).filter(text => text.includes(rare)), () => search(rare, 8)], rounds)
  // Every chunk holds both words, few rows do: all is parsed.
  const commonWords = await inTurn(
    [async () => (await chunkTexts()).map(text => JSON.parse(text) as unknown), () => search('insufficient_account_balance sell', 1)],
    rounds,
  )
  const csv = await inTurn([async () => (await chunkTexts()).map(text => JSON.parse(text) as unknown), () => journalCsv(testOwner)], rounds)
  return { rows, open: pair(open), rareWord: pair(rareWord), commonWords: pair(commonWords), csv: pair(csv) }
}

const madeSample = (atMs: number, index: number): Sample => ({
  atMs,
  equity: {
    cash: dec(String(1_000_000 + Math.round(20_000 * Math.sin(index / 300)))),
    optionValue: dec('1200.5'),
    optionUpnl: dec('-20.25'),
    futuresUpnl: dec('310'),
    leftOut: [],
  },
  cash: { USD: dec('1000000') },
  indexes: { BTC: dec('100000.5') },
})

async function fillHistory(days: number): Promise<number> {
  const now = startMs + days * dayMs
  const all = Array.from({ length: days * 24 * 60 }, (_, index) => startMs + index * minuteMs)
  const gone = new Set(thinnedOut(all, now))
  const retained = all.filter(atMs => !gone.has(atMs))
  for (const [index, atMs] of retained.entries()) await saveSample(testOwner, madeSample(atMs, index))
  return retained.length
}

/** From the database to a chart laid out; the floor reads the same and writes one path. */
async function measureHistory(samples: number, rounds: number): Promise<HistoryTimes> {
  const stage = document.createElement('div')
  stage.style.cssText = 'width:1200px;height:400px'
  document.body.append(stage)
  const bare = async (): Promise<void> => {
    const all = await (await database()).getAll('samples', ownerRange(testOwner))
    const values = all.map(({ equity }) => toNumber(equityOf(equity, 'value') ?? dec('0')))
    const [low, high] = [Math.min(...values), Math.max(...values)]
    const from = all[0]?.atMs ?? 0
    const span = (all.at(-1)?.atMs ?? 1) - from
    const points = values.map((value, index) => {
      const x = (((all[index]?.atMs ?? 0) - from) / span) * 1_200
      return `${Math.round(x * 10) / 10},${Math.round((400 - ((value - low) / (high - low)) * 400) * 10) / 10}`
    })
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    path.setAttribute('d', `M${points.join('L')}`)
    svg.append(path)
    stage.replaceChildren(svg)
    stage.getBoundingClientRect()
  }
  let root: Root | undefined
  const drawn = async (): Promise<void> => {
    root?.unmount()
    stage.replaceChildren()
    root = createRoot(stage)
    const all = await readSamples(testOwner)
    const values = Float64Array.from(all, ({ equity }) => toNumber(equityOf(equity, 'value') ?? dec('0')))
    const atMs = all.map(sample => sample.atMs)
    const isGap = (from: number, to: number): boolean => to - from > 2 * 3_600_000
    const series = [{ id: 'equity', label: 'Equity', values, look: 'main' as const }]
    flushSync(() => root?.render(<TimeChart label="Equity" atMs={atMs} series={series} currency="USD" isGap={isGap} />))
    await until(() => stage.querySelector('path') !== null)
    stage.getBoundingClientRect()
  }
  const [floorMs = 0, measuredMs = 0] = await inTurn([bare, drawn], rounds)
  // Tasks of the chart alone are told apart from those of the floor, which reads all at once.
  await idle()
  const tasks = watchTasks()
  for (let round = 0; round < rounds; round += 1) await drawn()
  await idle()
  return { samples, drawn: { floorMs, measuredMs }, longestTaskMs: tasks() }
}

const idle = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 300))

/** The longest task from now on, when asked. */
function watchTasks(): () => number {
  let longest = 0
  const observer = new PerformanceObserver(list => {
    for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration)
  })
  observer.observe({ type: 'longtask' })
  return () => {
    observer.disconnect()
    return longest
  }
}

/** The chart draws once its size was observed. */
async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    await new Promise<void>(resolve => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(undefined)
    })
  }
}

Object.assign(globalThis, { measureJournal, fillHistory, measureHistory })
