/**
 * The contract's eleven placement rules as a check list: each passes, does not apply, or names the wrong value. Fields
 * and instrument bounds are two more lines.
 */
import type { Problem, Rule } from '../../../core/domain/order-rules.ts'
import { type OrderBody, isPackage } from '../../../core/domain/order.ts'
import { problemShort, problemText } from './problem-text.ts'

export interface RuleCheck {
  readonly rule: Rule
  readonly title: string
  readonly state: 'holds' | 'not_applicable' | 'broken' | 'warned'
  readonly detail: string
  readonly short?: string | undefined
}

type Line = readonly [title: string, detail: (order: OrderBody) => string | undefined]
const single = (order: OrderBody): boolean => !isPackage(order)
const isGtc = (order: OrderBody): boolean => order.time_in_force === 'GTC'

/** Detail undefined: the rule does not apply to this order. */
const lines: readonly (readonly [Rule, ...Line])[] = [
  [
    1,
    'Single order: one listed instrument',
    order => (single(order) ? (order.symbol ?? order.tradeable_entity_id) : undefined),
  ],
  [2, 'LIMIT or MARKET', order => order.type],
  [3, 'MARKET: IOC, no price, no life', order => (order.type === 'MARKET' ? 'as it should be' : undefined)],
  [4, 'GTC: recv_window is given', order => (isGtc(order) ? `${order.recv_window ?? 'missing'}` : undefined)],
  [5, 'LIMIT IOC: recv_window ignored', order => (order.type === 'LIMIT' && !isGtc(order) ? 'none sent' : undefined)],
  [
    6,
    'recv_window: 1 to 65534 cycles',
    order => (order.recv_window === undefined ? undefined : `${order.recv_window}`),
  ],
  [7, 'market_id: 0 firm, none RFQ', order => order.market_id],
  [8, 'Package: 2 to 10 legs', order => (single(order) ? undefined : `${order.legs?.length ?? 0} legs`)],
  [9, 'One leg: a single order', order => (single(order) ? 'sent as one' : undefined)],
  [10, 'Legs ascend, once each, gcd 1, first above 0', order => (single(order) ? undefined : ratios(order))],
  [
    11,
    'Minimum quantity: multi-leg only',
    order => (order.minimum_quantity === undefined ? undefined : order.minimum_quantity),
  ],
  ['fields', 'All fields present and known', () => ''],
  ['bounds', 'Instrument bounds and steps', () => ''],
]

const ratios = (order: OrderBody): string =>
  (order.legs ?? [])
    .map(leg => leg.ratio)
    .join(':')
    .replaceAll('-', '−')

export function ruleChecks(order: OrderBody, problems: readonly Problem[]): RuleCheck[] {
  return lines.map(([rule, title, detail]) => {
    const mine = problems.filter(problem => problem.rule === rule)
    const worst = mine.find(problem => problem.severity === 'block') ?? mine[0]
    if (worst !== undefined) {
      return {
        rule,
        title,
        state: worst.severity === 'block' ? 'broken' : 'warned',
        detail: problemText(worst),
        short: problemShort(worst),
      }
    }
    const said = detail(order)
    return said === undefined
      ? { rule, title, state: 'not_applicable', detail: 'does not apply' }
      : { rule, title, state: 'holds', detail: said }
  })
}

/**
 * "11/11 rules" if it can be sent, else "Cannot send: price missing". Fields and bounds do not count among the eleven.
 */
export function rulesVerdict(checks: readonly RuleCheck[]): string {
  const broken = checks.filter(check => check.state === 'broken')
  if (broken.length > 0) return `Cannot send: ${broken.flatMap(({ short }) => short ?? []).join(', ')}`
  const numbered = checks.filter(check => typeof check.rule === 'number')
  return `${numbered.length}/${numbered.length} rules`
}
