/** Stress shocks set by the reader, stored in this browser. */
import { useState } from 'react'
import { dec, toNumber } from '../../../../core/domain/decimal.ts'
import { dayMs } from '../../../../core/domain/time.ts'
import { parseTypedNumber } from '../../../../core/domain/typed-number.ts'
import type { HeldCoins, StressAxes, StressWeights } from '../../../../core/pricing/portfolio/stress.ts'
import { readStored, writeStored } from '../../../ui/stored.ts'

export interface StressShocks {
  readonly moves: readonly number[]
  readonly shifts: readonly number[]
  readonly days: number
  readonly betas: Readonly<Record<string, number>>
  readonly termPower: number
  readonly skew: number
  readonly hasCoins: boolean
}

export const usualShocks: StressShocks = {
  moves: [30, 20, 10, 5, 2, 0, -2, -5, -10, -20, -30],
  shifts: [-20, -10, -5, 0, 5, 10, 20],
  days: 0,
  betas: {},
  termPower: 0,
  skew: 0,
  hasCoins: false,
}

const most = { moves: 15, shifts: 11 } as const
const bounds = {
  moves: [-100, 400],
  shifts: [-100, 300],
  days: [0, 365],
  beta: [-5, 5],
  termPower: [0, 1],
  skew: [-1, 1],
} as const

/** The step makes "1.505" a decimal: shocks have no thousands. */
const finest = dec('0.001')

function within(text: string, [low, high]: readonly [number, number]): number | undefined {
  const value = parseTypedNumber(text, finest)
  const number = value === undefined ? Number.NaN : toNumber(value)
  return number >= low && number <= high ? number : undefined
}

export function parseShockList(text: string, what: 'moves' | 'shifts'): readonly number[] | undefined {
  if (/\d,\d/.test(text)) return undefined
  const parts = text.split(/[\s,;]+/).filter(part => part !== '')
  const numbers = parts.map(part => within(part.replace(/%$/, ''), bounds[what]))
  const known = [...new Set(numbers.filter(number => number !== undefined))]
  if (known.length === 0 || known.length > most[what] || numbers.includes(undefined)) return undefined
  // Prices descend, as in a ladder.
  return known.sort((a, b) => (what === 'moves' ? b - a : a - b))
}

export const parseShock = (text: string, what: 'days' | 'beta' | 'termPower' | 'skew'): number | undefined =>
  within(text.trim(), bounds[what])

export const weightsOf = ({ betas, termPower, skew }: StressShocks): StressWeights | undefined =>
  termPower === 0 && skew === 0 && Object.values(betas).every(beta => beta === 1)
    ? undefined
    : { betas, termPower, skew }

export function axesOf(shocks: StressShocks, nowMs: number, coins: readonly HeldCoins[]): StressAxes {
  return {
    moves: shocks.moves.map(move => move / 100),
    shifts: shocks.shifts.map(shift => shift / 100),
    nowMs,
    laterMs: shocks.days * dayMs,
    weights: weightsOf(shocks),
    coins: shocks.hasCoins ? coins : [],
  }
}

const key = 'legwork.portfolio.stress'
const isNumber = (value: unknown, [low, high]: readonly [number, number]): value is number =>
  typeof value === 'number' && value >= low && value <= high

export function parseShocks(stored: unknown): StressShocks {
  const given: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const list = (what: 'moves' | 'shifts'): readonly number[] =>
    (Array.isArray(given[what]) ? parseShockList(given[what].join(' '), what) : undefined) ?? usualShocks[what]
  const one = (what: 'days' | 'termPower' | 'skew'): number => {
    const value = given[what]
    return isNumber(value, bounds[what]) ? value : usualShocks[what]
  }
  const betas = typeof given['betas'] === 'object' && given['betas'] !== null ? given['betas'] : {}
  return {
    moves: list('moves'),
    shifts: list('shifts'),
    days: one('days'),
    betas: Object.fromEntries(
      Object.entries(betas).filter((entry): entry is [string, number] => isNumber(entry[1], bounds.beta)),
    ),
    termPower: one('termPower'),
    skew: one('skew'),
    hasCoins: given['hasCoins'] === true,
  }
}

export function useStressShocks(): readonly [StressShocks, (change: Partial<StressShocks>) => void] {
  const [shocks, setShocks] = useState(() => parseShocks(readStored(key)))
  const change = (part: Partial<StressShocks>): void => {
    const next = { ...shocks, ...part }
    setShocks(next)
    writeStored(key, next)
  }
  return [shocks, change]
}
