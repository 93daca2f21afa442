/**
 * Faults for practice: each affects the next requests of one account a given number of times. They are kept in memory,
 * so a restart ends them. The endpoint's name selects the requests.
 */
import { type EndpointName, endpointNames, endpoints } from '../../../core/contract/endpoints.ts'
import { wireDecimal, wireInteger } from '../../../core/contract/wire.ts'
import { dec, gt, lt, one, zero } from '../../../core/domain/decimal.ts'
import { z } from '../../../core/domain/zod.ts'
import type { Account } from '../exchange.ts'

const names = endpointNames.filter(name => endpoints[name].since !== 'sandbox')
export type CallName = EndpointName | 'authenticate'
/** A fault on a public call applies to every caller. */
const isPublic = (name: CallName): boolean => name !== 'authenticate' && !endpoints[name].auth
const number = (from: number, to: number) => z.pipe(wireInteger, z.int().check(z.minimum(from), z.maximum(to)))

const shared = {
  account: z.string().check(z.minLength(1), z.maxLength(64)),
  count: z._default(number(1, 100_000), 1),
  on: z._default(z.enum([...names, 'authenticate', 'any']), 'placeOrder'),
}
const fraction = wireDecimal.check(z.refine(value => gt(value, zero) && lt(value, one), 'a number between 0 and 1'))

/** A requested fault. docs/sandbox.md describes each. */
export const faultRequest = z.discriminatedUnion('fault', [
  z.strictObject({ ...shared, fault: z.literal('timeout'), hold_ms: z._default(number(1, 600_000), 60_000) }),
  z.strictObject({ ...shared, fault: z.literal('reset'), executes: z._default(z.boolean(), true) }),
  z.strictObject({ ...shared, fault: z.literal('duplicate') }),
  z.strictObject({
    account: shared.account,
    count: shared.count,
    fault: z.literal('reject'),
    reason: z._default(z.string().check(z.minLength(1), z.maxLength(100)), 'insufficient_account_balance'),
  }),
  z.strictObject({
    account: shared.account,
    count: shared.count,
    fault: z.literal('partial_fill'),
    fraction: z._default(fraction, dec('0.5')),
  }),
  z.strictObject({
    ...shared,
    fault: z.literal('drift'),
    field: z.string().check(z.minLength(1), z.maxLength(64)),
    change: z._default(z.enum(['renamed', 'retyped', 'missing']), 'renamed'),
  }),
  z.strictObject({ ...shared, fault: z.literal('too_many_requests'), retry_after: z._default(number(1, 3_600), 2) }),
  z.strictObject({
    ...shared,
    fault: z.literal('refuse'),
    status: z._default(number(200, 599), 200),
    error_code: z._default(z.string().check(z.minLength(1), z.maxLength(20)), '16'),
    message: z._default(z.string().check(z.minLength(1), z.maxLength(500)), 'invalid parameters'),
    body: z.optional(z.json()),
    executes: z._default(z.boolean(), false),
  }),
  z.strictObject({ ...shared, fault: z.literal('another') }),
  z.strictObject({ ...shared, fault: z.literal('slow'), delay_ms: z._default(number(1, 600_000), 3_000) }),
])

export type Fault = z.output<typeof faultRequest>
export type RefuseFault = Extract<Fault, { fault: 'refuse' }>
export type PartialFill = Extract<Fault, { fault: 'partial_fill' }>
export type WireFault = Exclude<Fault, PartialFill>

export interface Faults {
  add(fault: Fault): void
  clear(account?: Account): void
  /** Pending faults, oldest first; `count` is the number of requests left. */
  all(): readonly Fault[]
  /** Returns and consumes the next transport fault for a request. `account` is set for private calls. */
  takeForRequest(account: Account | undefined, name: CallName): WireFault | undefined
  takePartialFill(account: Account): PartialFill | undefined
}

export function createFaults(): Faults {
  let pending: Fault[] = []
  const take = <Kind extends Fault>(isMeant: (fault: Fault) => fault is Kind): Kind | undefined => {
    const found = pending.find(isMeant)
    if (found !== undefined) {
      pending = pending.flatMap(fault =>
        fault !== found ? [fault] : fault.count > 1 ? [{ ...fault, count: fault.count - 1 }] : [],
      )
    }
    return found
  }
  const isOn = (fault: WireFault, account: Account | undefined, name: CallName): boolean => {
    if (fault.fault === 'reject') return fault.account === account && name === 'placeOrder'
    if (isPublic(name)) return fault.on === name
    return fault.account === account && (fault.on === name || (fault.on === 'any' && name !== 'authenticate'))
  }
  return {
    add: fault => void pending.push(fault),
    clear: account => {
      pending = account === undefined ? [] : pending.filter(fault => fault.account !== account)
    },
    all: () => pending,
    takeForRequest: (account, name) =>
      take((fault): fault is WireFault => fault.fault !== 'partial_fill' && isOn(fault, account, name)),
    takePartialFill: account =>
      take((fault): fault is PartialFill => fault.account === account && fault.fault === 'partial_fill'),
  }
}

export const refusalOf = ({ body, error_code, message }: RefuseFault): unknown =>
  body ?? { error: { error_code, message } }
