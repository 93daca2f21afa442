/**
 * What a recorder keeps: the very records that the browser keeps of an account, each under the venue and the account that it is of, with the key that makes
 * it one row however often it is written. How long each stays: `retention.ts`. Nothing here is computed again: rows and orders come from `history`, samples from `domain/sample.ts`.
 *
 * | record | what it holds | key besides venue and account | rewritten |
 * |---|---|---|---|
 * | sample | equity, cash, indexes and positions with their marks: what explains P&L; each quarter of an hour volatility | its minute | never |
 * | row | a state of an order, a fill, a quote, a settlement, a funding, a transfer | the row's id, made of what it states | never |
 * | order | what is known of an order or RFQ: executions, what makers quoted, leg bookings | `client_order_id` | as more is learnt |
 * | note | a trader's text and tags | the subject: an order's `client_order_id`, or a row's id | by who may see the account |
 * | span | a stretch of time without a break in which the account was followed | its beginning | its end grows |
 */
import { minuteMs } from '../../domain/time.ts'

export const minuteOf = (atMs: number): number => Math.floor(atMs / minuteMs) * minuteMs
