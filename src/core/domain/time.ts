/** Points in time. The wire uses µs or ns since 1970 UTC, distinguished by the number of digits. Internally µs. */
declare const microsBrand: unique symbol
/** µs since 1970 UTC, a safe integer. */
export type EpochMicros = number & { readonly [microsBrand]: true }

export const micros = (value: number): EpochMicros => {
  if (!Number.isSafeInteger(value)) throw new Error(`not a time in µs: ${value}`)
  return value as EpochMicros
}
export const microsFromMs = (ms: number): EpochMicros => Math.round(ms * 1000) as EpochMicros
export const msFromMicros = (at: EpochMicros): number => at / 1000

/** 18 or more digits are ns (truncated to µs), fewer are µs. Undefined if not a whole number. */
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
 * Life of an order in exchange cycles (contract, order placement rule 6). `recv_window` n covers the rest of the
 * current ten-minute cycle and n - 1 full ones: between (n-1) × 10 and n × 10 minutes. The cycle start depends on the
 * venue: `lifeWindow` gives bounds for any venue, `cycleEnd` assumes UTC ten minutes.
 */
export const cycleMs = 10 * minuteMs
export const recvWindowMin = 1
export const recvWindowMax = 65_534

export interface LifeWindow {
  /** Certainly alive until then (ms since 1970 UTC). */
  readonly earliestEndMs: number
  /** Certainly ended by then. */
  readonly latestEndMs: number
}

export const isRecvWindow = (value: number): boolean =>
  Number.isInteger(value) && value >= recvWindowMin && value <= recvWindowMax

/** Bounds of the end for any cycle start of the venue. */
export function lifeWindow(recvWindow: number, placedMs: number): LifeWindow {
  return { earliestEndMs: placedMs + (recvWindow - 1) * cycleMs, latestEndMs: placedMs + recvWindow * cycleMs }
}

/** End of an order if cycles start at whole ten minutes UTC. */
export function cycleEnd(recvWindow: number, placedMs: number): number {
  return (Math.floor(placedMs / cycleMs) + recvWindow) * cycleMs
}
