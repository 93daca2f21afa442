import { toNumber } from '../../../core/domain/decimal.ts'
import { dayMs, hourMs, settlementHourUtc } from '../../../core/domain/time.ts'
import { niceStep } from './steps.ts'

/**
 * Which expiries are listed when. A date has one class (quarterly before monthly before weekly before daily), each with
 * a tenor; an instrument is listed from its tenor before expiry until 08:00 UTC of its expiry, never removed earlier.
 * Days are counted since 1970-01-01 and begin at 08:00 UTC.
 */
export type ExpiryClass = 'daily' | 'weekly' | 'monthly' | 'quarterly'

/** Days before expiry at which a class is listed; 0 means never. */
export type Tenors = Readonly<Record<ExpiryClass, number>>

export const rollDay = (nowMs: number): number => Math.floor((nowMs - settlementHourUtc * hourMs) / dayMs)

/** 08:00 UTC of a day, when it rolls and its instruments expire (ms). */
export const settlementMs = (day: number): number => day * dayMs + settlementHourUtc * hourMs

const monthOf = (day: number): number => new Date(day * dayMs).getUTCMonth()
const isFriday = (day: number): boolean => (day + 4) % 7 === 5

/**
 * Class of an expiry date: last Fridays of March, June, September and December are quarterly, of other months monthly.
 */
export function expiryClass(day: number): ExpiryClass {
  if (!isFriday(day)) return 'daily'
  const month = monthOf(day)
  if (monthOf(day + 7) === month) return 'weekly'
  return month % 3 === 2 ? 'quarterly' : 'monthly'
}

export function listedExpiries(today: number, tenors: Tenors): number[] {
  const found: number[] = []
  const furthest = today + Math.max(tenors.daily, tenors.weekly, tenors.monthly, tenors.quarterly)
  for (let day = today + 1; day <= furthest; day += 1) {
    if (day - today <= tenors[expiryClass(day)]) found.push(day)
  }
  return found
}

const dateTexts = new Map<number, string>()

export function dateText(day: number): string {
  const known = dateTexts.get(day)
  if (known !== undefined) return known
  const text = new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')
  dateTexts.set(day, text)
  return text
}

export interface Base {
  /** Position in the table below. Part of instrument ids, so entries are only appended. */
  readonly index: number
  readonly name: string
  /** USD; the price fluctuates around it. */
  readonly anchor: number
  readonly volatility: number
  /** Average yearly rate of futures above the index. */
  readonly basis: number
  /** Slope of the smile at the money: the surface's correlation, in (-1, 1). */
  readonly skew: number
  readonly spotId: number
  readonly perpetualId: number
  readonly deliverableId: number
  readonly options: Chain | undefined
  readonly futures: Tenors | undefined
}

interface Chain {
  readonly tenors: Tenors
  readonly strikeSteps: Readonly<Record<ExpiryClass, number>>
  /** Strikes on each side of the money, as a share of the plan's. */
  readonly breadth: number
}

const usdDeliverableId = 2
export const usd = { symbol: 'USD', deliverableId: usdDeliverableId } as const

const steps = (daily: number, weekly: number, monthly: number, quarterly: number) => ({
  daily,
  weekly,
  monthly,
  quarterly,
})
const large: Tenors = { daily: 3, weekly: 28, monthly: 92, quarterly: 366 }
const small: Tenors = { daily: 0, weekly: 14, monthly: 62, quarterly: 184 }
/** Four quarters on any day, so that a large universe's size hardly depends on the date. */
const least: Tenors = { daily: 0, weekly: 0, monthly: 0, quarterly: 366 }
const largeFutures: Tenors = { daily: 0, weekly: 14, monthly: 92, quarterly: 366 }
const smallFutures: Tenors = { daily: 0, weekly: 0, monthly: 62, quarterly: 184 }

/**
 * The five bases that accounts hold. PTF-USD is 6, BTC-USD-PERPETUAL 16 and AVAX-USD 930, as in the public venue's test
 * listing.
 */
export const mainBases: readonly Base[] = [
  {
    index: 0,
    name: 'BTC',
    anchor: 101_250,
    volatility: 0.46,
    basis: 0.062,
    skew: -0.12,
    spotId: 11,
    perpetualId: 16,
    deliverableId: 1,
    options: { tenors: large, strikeSteps: steps(500, 1_000, 2_500, 5_000), breadth: 1 },
    futures: largeFutures,
  },
  {
    index: 1,
    name: 'ETH',
    anchor: 3_900,
    volatility: 0.62,
    basis: 0.055,
    skew: -0.16,
    spotId: 9,
    perpetualId: 104,
    deliverableId: 3,
    options: { tenors: large, strikeSteps: steps(25, 50, 100, 200), breadth: 1 },
    futures: largeFutures,
  },
  {
    index: 2,
    name: 'SOL',
    anchor: 190,
    volatility: 0.78,
    basis: 0.07,
    skew: -0.1,
    spotId: 1_012,
    perpetualId: 87,
    deliverableId: 28,
    options: { tenors: small, strikeSteps: steps(1, 2, 5, 10), breadth: 0.6 },
    futures: smallFutures,
  },
  {
    index: 3,
    name: 'AVAX',
    anchor: 38,
    volatility: 0.88,
    basis: 0.05,
    skew: -0.08,
    spotId: 930,
    perpetualId: 1_207,
    deliverableId: 15,
    options: { tenors: least, strikeSteps: steps(0.5, 0.5, 1, 2.5), breadth: 0.5 },
    futures: smallFutures,
  },
  {
    index: 4,
    name: 'PTF',
    anchor: 1.2,
    volatility: 0.95,
    basis: 0.04,
    skew: 0,
    spotId: 6,
    perpetualId: 310,
    deliverableId: 4,
    options: undefined,
    futures: undefined,
  },
]

const furtherAssets: readonly (readonly [string, number, number])[] = [
  ['XRP', 2.3, 0.8],
  ['BNB', 910, 0.55],
  ['DOGE', 0.21, 0.95],
  ['ADA', 0.72, 0.85],
  ['LINK', 18.4, 0.82],
  ['LTC', 97, 0.7],
  ['DOT', 5.6, 0.8],
  ['BCH', 505, 0.72],
  ['UNI', 8.1, 0.9],
  ['NEAR', 3.4, 0.95],
  ['APT', 6.2, 0.98],
  ['ARB', 0.43, 1],
  ['OP', 0.68, 1.02],
  ['ATOM', 4.7, 0.8],
  ['FIL', 2.2, 0.9],
  ['ETC', 19.3, 0.78],
  ['XLM', 0.33, 0.85],
  ['HBAR', 0.19, 0.96],
  ['ICP', 4.9, 0.92],
  ['INJ', 11.8, 1.05],
  ['AAVE', 228, 0.88],
  ['MKR', 1_640, 0.76],
  ['SUI', 2.9, 1],
  ['SEI', 0.28, 1.08],
  ['TIA', 1.4, 1.12],
  ['RUNE', 1.3, 1.05],
  ['LDO', 1.1, 1.1],
  ['CRV', 0.66, 1.06],
  ['SAND', 0.27, 0.98],
  ['MANA', 0.3, 0.97],
  ['GRT', 0.08, 0.99],
  ['ALGO', 0.18, 0.86],
  ['VET', 0.022, 0.88],
  ['EGLD', 13.5, 0.84],
  ['XTZ', 0.62, 0.8],
  ['COMP', 44, 0.9],
]

export const furtherBases: readonly Base[] = furtherAssets.map(([name, anchor, volatility], at) => {
  const index = mainBases.length + at
  const finest = toNumber(niceStep(anchor / 180))
  return {
    index,
    name,
    anchor,
    volatility,
    basis: 0.03 + (at % 5) / 100,
    skew: -0.1,
    spotId: 1_300 + 7 * at,
    perpetualId: 1_303 + 7 * at,
    deliverableId: 40 + 3 * at,
    options: { tenors: small, strikeSteps: steps(finest, 2 * finest, 5 * finest, 10 * finest), breadth: 0.8 },
    futures: smallFutures,
  }
})
