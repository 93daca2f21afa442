/**
 * Records that a recorder stores, in the browser's form, under venue, account and a key that makes repeated writes one
 * row. `retention.ts` has the retention. Rows and orders come from `history`, samples from `domain/sample.ts`.
 *
 * | record | content | key besides venue and account | rewritten |
 * |---|---|---|---|
 * | sample | equity, cash, indexes, positions with marks; volatility each quarter hour | its minute | never |
 * | row | an order's state, a fill, quote, settlement, funding or transfer | the row's id, from its content | never |
 * | order | an order or RFQ: executions, quotes, leg bookings | `client_order_id` | on new evidence |
 * | note | a trader's text and tags | an order's `client_order_id`, or a row's id | by readers of the account |
 * | span | a time in which the account was followed without a break | its start | its end grows |
 */
import { minuteMs } from '../../core/domain/time.ts'

export const minuteOf = (atMs: number): number => Math.floor(atMs / minuteMs) * minuteMs
