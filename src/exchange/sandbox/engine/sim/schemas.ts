/** Checks that the exchange's answers survive the contract's codecs unchanged. */
import {
  balancesAnswer,
  openOrdersAnswer,
  placeOrderAnswer,
  positionsAnswer,
} from '../../../../core/contract/answers.ts'
import { validRows } from '../../../../core/contract/rows.ts'
import { canonical, isDecimal } from '../../../../core/domain/decimal.ts'
import { isRecord } from '../../../../core/domain/json.ts'
import type { EpochMicros } from '../../../../core/domain/time.ts'
import { z } from '../../../../core/domain/zod.ts'
import type { Exchange, Outcome } from '../../exchange.ts'
import { assure, assureSame } from './assure.ts'

function roundTrip(schema: z.ZodMiniType, value: object): void {
  const wire = JSON.stringify(z.encode(schema, value))
  const back = z.safeDecode(schema, JSON.parse(wire))
  assure(back.success, 'an answer passes the schema it is read by', () => wire)
  assureSame(comparable(value), comparable(back.data), 'an answer comes back as it was meant')
}

/** JSON with sorted keys, without absent values, with canonical decimals. */
const comparable = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (isDecimal(part)) return canonical(part)
    return isRecord(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part
  })

export function checkOutcome(outcome: Outcome): void {
  if (outcome.kind === 'accepted') roundTrip(placeOrderAnswer, { order_accepted: outcome.accepted })
  if (outcome.kind === 'rejected') roundTrip(placeOrderAnswer, { order_rejected: outcome.rejected })
}

export function checkLists(exchange: Exchange, account: string, now: EpochMicros): void {
  roundTrip(balancesAnswer, { balance_response: validRows(exchange.balances(account, now)) })
  roundTrip(positionsAnswer, {
    positions_response: { server_utc_timestamp: now, positions: validRows(exchange.positions(account, now)) },
  })
  roundTrip(openOrdersAnswer, {
    query_open_orders_response: { utc_timestamp: now, open_orders: validRows(exchange.openOrders(account, now)) },
  })
}
