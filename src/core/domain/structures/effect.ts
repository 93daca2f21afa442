/** Describes a structure by bought and sold legs, since sources disagree on "long" and "short". */
import { shortExpiry } from '../instrument.ts'
import { expiryRank, strikeRanks, type TidyLeg } from './tidy-legs.ts'

const dated = (name: string, leg: TidyLeg): string =>
  leg.expiry === undefined ? name : `${name} ${shortExpiry(leg.expiry)}`

interface NamedParts {
  readonly base: boolean
  readonly expiry: boolean
}

/** `17000P`, `27JAN23 17000P`, `perpetual`, `future 30DEC22`, `ETH 1200C`. */
function legName(leg: TidyLeg, named: NamedParts): string {
  const prefix = named.base ? `${leg.base} ` : ''
  if (leg.kind === 'U' || leg.strike === undefined)
    return prefix + dated(leg.product ?? (leg.expiry === undefined ? 'underlying' : 'future'), leg)
  const name = `${leg.strike}${leg.kind}`
  return prefix + (named.expiry && leg.expiry !== undefined ? `${shortExpiry(leg.expiry)} ${name}` : name)
}

const kindOrder = { U: 0, P: 1, C: 2 } as const

function inOrder(a: TidyLeg, b: TidyLeg): number {
  if (a.kind === 'U' || b.kind === 'U')
    return a.kind === b.kind ? expiryRank(a) - expiryRank(b) : kindOrder[a.kind] - kindOrder[b.kind]
  if (a.expiry !== b.expiry) return expiryRank(a) - expiryRank(b)
  return a.strikeRank - b.strikeRank || kindOrder[a.kind] - kindOrder[b.kind]
}

function listed(legs: readonly TidyLeg[], named: NamedParts, multiple: number): string {
  const names = legs.map(leg => {
    const count = Math.abs(leg.ratio) / multiple
    return `${count === 1 ? '' : `${count}×`}${legName(leg, named)}`
  })
  return names.join(named.base || named.expiry || legs.some(leg => leg.kind === 'U') ? ' and ' : '-')
}

const verb = (ratio: number): string => (ratio > 0 ? 'buys' : 'sells')

export function effectOf(legs: readonly TidyLeg[], multiple: number): string {
  const sorted = [...legs].sort(inOrder)
  const options = sorted.filter(leg => leg.kind !== 'U')
  const named = {
    base: new Set(legs.map(leg => leg.base)).size > 1,
    expiry: new Set(options.map(leg => leg.expiry)).size > 1,
  }
  const sides = [sorted.filter(leg => leg.ratio > 0), sorted.filter(leg => leg.ratio < 0)]
  return sides
    .flatMap(side => (side[0] === undefined ? [] : [`${verb(side[0].ratio)} ${listed(side, named, multiple)}`]))
    .join(', ')
}

/** "sells 17000P-19000C, buys wings": names the body; the outermost strikes are the wings. */
export function wingedEffect(legs: readonly TidyLeg[], multiple: number): string {
  const inner = strikeRanks(legs).slice(1, -1)
  const body = [...legs].sort(inOrder).filter(leg => inner.includes(leg.strikeRank))
  const sold = (body[0]?.ratio ?? 0) < 0
  return `${sold ? 'sells' : 'buys'} ${listed(body, { base: false, expiry: false }, multiple)}, ${sold ? 'buys' : 'sells'} wings`
}
