/**
 * Points in time. The wire counts µs or ns since 1970 UTC, distinguished by the number of digits; inside it is µs, a
 * safe integer.
 */
declare const microsBrand: unique symbol
/** µs since 1970 UTC, a safe integer. */
export type EpochMicros = number & { readonly [microsBrand]: true }

export const micros = (value: number): EpochMicros => {
  if (!Number.isSafeInteger(value)) throw new Error(`not a time in µs: ${value}`)
  return value as EpochMicros
}
export const microsFromMs = (ms: number): EpochMicros => Math.round(ms * 1000) as EpochMicros
export const msFromMicros = (at: EpochMicros): number => at / 1000

/** Time of the wire's digits: 18 or more are ns (cut to µs), fewer are µs; undefined when it is not a whole number. */
export function parseMicros(wire: string): EpochMicros | undefined {
  if (!/^\d{1,20}$/.test(wire)) return undefined
  const value = Number.parseInt(wire.length >= 18 ? wire.slice(0, -3) : wire, 10)
  return Number.isSafeInteger(value) ? (value as EpochMicros) : undefined
}

export const secondMs = 1_000
export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** Year of the pricing conventions: 365 days of 24 h. */
export const yearMs = 365 * dayMs

/** Options and dated futures settle at 08:00:00 UTC of their date. */
export const settlementHourUtc = 8

/**
 * Life of an order in exchange cycles (contract, order placement rule 6): `recv_window` n keeps it alive for the rest of the current
 * ten-minute cycle and n - 1 full ones after it, so between (n-1) × 10 and n × 10 minutes. Where the cycle begins is the venue's
 * affair: `lifeWindow` gives what is certain for any venue, `cycleEnd` the end when cycles begin on the UTC ten minutes.
 */
export const cycleMs = 10 * minuteMs
export const recvWindowMin = 1
export const recvWindowMax = 65_534

export interface LifeWindow {
  /** The order is certainly alive until here (ms since 1970 UTC). */
  readonly earliestEndMs: number
  /** It has certainly ended by here. */
  readonly latestEndMs: number
}

/** May `recv_window` be this number? A whole number from 1 to 65534. */
export const isRecvWindow = (value: number): boolean => Number.isInteger(value) && value >= recvWindowMin && value <= recvWindowMax

/** When an order placed at `placedMs` ends, whatever the phase of the venue's cycles. */
export function lifeWindow(recvWindow: number, placedMs: number): LifeWindow {
  return { earliestEndMs: placedMs + (recvWindow - 1) * cycleMs, latestEndMs: placedMs + recvWindow * cycleMs }
}

/** End of an order placed at `placedMs` on a venue whose cycles begin at whole ten minutes of UTC. */
export function cycleEnd(recvWindow: number, placedMs: number): number {
  return (Math.floor(placedMs / cycleMs) + recvWindow) * cycleMs
}
