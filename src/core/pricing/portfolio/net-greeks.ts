/**
 * Greeks of a portfolio across bases. Coins of different bases cannot be added, so delta and gamma are in USD at each
 * underlying's price: delta × price; gamma × price² / 100 (USD of delta per 1 % move); vanna and charm × price.
 * Positions only, without coins held as cash. Lines without greeks or price are counted and named, never zero.
 */
import type { ModelLeg } from '../payoff-before.ts'
import { type Greeks, type GreekSum, sumGreeks } from './unit-greeks.ts'

export interface PortfolioLine {
  readonly symbol: string
  readonly name: string
  readonly base: string
  /** `other`: its value at another price is unknown. */
  readonly kind: 'call' | 'put' | 'linear' | 'other'
  readonly strike: number | undefined
  readonly expiryMs: number | undefined
  readonly size: number
  readonly mark: number
  readonly entry: number
  readonly greeks: Greeks | undefined
  readonly priced: { readonly forward: number; readonly volatility: number } | undefined
}

/**
 * The line as a model leg; its forward keeps its ratio to `underlying`. Undefined for an option without a volatility.
 */
export function modelLeg(line: PortfolioLine, underlying: number): ModelLeg | undefined {
  const { kind, size: ratio, strike, expiryMs, priced } = line
  if (kind === 'other') return undefined
  if (kind === 'linear') {
    if (expiryMs === undefined) return { kind, ratio }
    return { kind, ratio, expiryMs, forwardRatio: line.mark / underlying }
  }
  if (strike === undefined || expiryMs === undefined || priced === undefined) return undefined
  return { kind, strike, ratio, expiryMs, volatility: priced.volatility, forwardRatio: priced.forward / underlying }
}

/** Delta to the underlying's price. All screens show delta to the forward, which moves in proportion. */

/** In coins. */
export function spotDelta(line: PortfolioLine, underlying: number): number | undefined {
  const leg = modelLeg(line, underlying)
  return line.greeks === undefined || leg === undefined ? undefined : line.greeks.delta * (leg.forwardRatio ?? 1)
}

export interface UnderlyingPrice {
  readonly price: number
  readonly source: string
}

export interface BaseGreeks {
  readonly base: string
  readonly sum: GreekSum
  readonly underlying: UnderlyingPrice | undefined
  readonly deltaUsd: number | undefined
  /** USD of delta per 1 % up. */
  readonly gammaUsd: number | undefined
  /** USD of delta per volatility point up. */
  readonly vannaUsd: number | undefined
  /** USD of delta per day. */
  readonly charmUsd: number | undefined
}

export interface NetGreeks {
  readonly bases: readonly BaseGreeks[]
  readonly deltaUsd: number | undefined
  /** As `deltaUsd`; also undefined if no base with options has a price, because linear positions have no gamma. */
  readonly gammaUsd: number | undefined
  readonly vannaUsd: number | undefined
  readonly charmUsd: number | undefined
  readonly vegaPerVolPoint: number | undefined
  readonly thetaPerDay: number | undefined
  readonly volgaPerVolPoint: number | undefined
  readonly priced: number
  readonly of: number
  readonly unpriced: readonly string[]
  readonly withoutPrice: readonly string[]
}

const total = (values: readonly (number | undefined)[]): number | undefined => {
  const known = values.filter(value => value !== undefined)
  return known.length === 0 && values.length > 0 ? undefined : known.reduce((sum, value) => sum + value, 0)
}

export function groupLines<Line, Key>(lines: readonly Line[], keyOf: (line: Line) => Key): Map<Key, Line[]> {
  const groups = new Map<Key, Line[]>()
  for (const line of lines) {
    const key = keyOf(line)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [line])
    else group.push(line)
  }
  return groups
}

/** True if gamma, vega and theta are meaningful: options that cannot be priced have some, but it is unknown. */
function isCurvatureKnown(lines: readonly PortfolioLine[]): boolean {
  const options = lines.filter(line => line.kind !== 'linear')
  return options.length === 0 || options.some(line => line.greeks !== undefined)
}

const hasOptions = (lines: readonly PortfolioLine[]): boolean => lines.some(line => line.kind !== 'linear')

export function netGreeks(
  lines: readonly PortfolioLine[],
  underlyingOf: (base: string) => UnderlyingPrice | undefined,
): NetGreeks {
  const groups = groupLines(lines, line => line.base)
  const bases = [...groups].map(([base, members]): BaseGreeks => {
    const sum = sumGreeks(members.map(line => line.greeks))
    const underlying = underlyingOf(base)
    const price = sum.priced === 0 ? undefined : underlying?.price
    const curved = isCurvatureKnown(members) ? price : undefined
    return {
      base,
      sum,
      underlying,
      deltaUsd: price === undefined ? undefined : sum.greeks.delta * price,
      gammaUsd: curved === undefined ? undefined : (sum.greeks.gamma * curved * curved) / 100,
      vannaUsd: curved === undefined ? undefined : sum.greeks.vannaPerVolPoint * curved,
      charmUsd: curved === undefined ? undefined : sum.greeks.charmPerDay * curved,
    }
  })
  const curved = bases.filter(each => hasOptions(groups.get(each.base) ?? []))
  const all = sumGreeks(lines.map(line => line.greeks))
  const isKnown = (all.priced > 0 || all.of === 0) && isCurvatureKnown(lines)
  const ofCurved = (name: 'gammaUsd' | 'vannaUsd' | 'charmUsd'): number | undefined =>
    curved.length > 0 && curved.every(each => each[name] === undefined)
      ? undefined
      : total(bases.map(each => each[name]))
  return {
    bases,
    deltaUsd: total(bases.map(each => each.deltaUsd)),
    gammaUsd: ofCurved('gammaUsd'),
    vannaUsd: ofCurved('vannaUsd'),
    charmUsd: ofCurved('charmUsd'),
    vegaPerVolPoint: isKnown ? all.greeks.vegaPerVolPoint : undefined,
    thetaPerDay: isKnown ? all.greeks.thetaPerDay : undefined,
    volgaPerVolPoint: isKnown ? all.greeks.volgaPerVolPoint : undefined,
    priced: all.priced,
    of: all.of,
    unpriced: lines.filter(line => line.greeks === undefined).map(line => line.name),
    withoutPrice: bases.filter(each => each.underlying === undefined).map(each => each.base),
  }
}

export type RiskFigures = Readonly<
  Record<'delta' | 'gamma' | 'vega' | 'theta' | 'vanna' | 'volga' | 'charm', number | undefined>
>

/** For one base in coins, gamma per 1 %; for several in USD, because their coins do not add up. */
export function riskFigures(net: NetGreeks, isOneBase: boolean): RiskFigures {
  const { vegaPerVolPoint: vega, thetaPerDay: theta, volgaPerVolPoint: volga } = net
  if (!isOneBase)
    return { delta: net.deltaUsd, gamma: net.gammaUsd, vega, theta, vanna: net.vannaUsd, volga, charm: net.charmUsd }
  const [only] = net.bases
  const isKnown = only !== undefined && only.sum.priced > 0
  const price = only?.underlying?.price
  const inCoins = (usd: number | undefined): number | undefined =>
    usd === undefined || price === undefined ? undefined : usd / price
  return {
    delta: isKnown ? only.sum.greeks.delta : undefined,
    gamma: inCoins(only?.gammaUsd),
    vega,
    theta,
    vanna: inCoins(only?.vannaUsd),
    volga,
    charm: inCoins(only?.charmUsd),
  }
}
