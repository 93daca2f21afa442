/**
 * Life of an order in exchange cycles (contract, order placement rule 6): `recv_window` n keeps it alive for the rest of the current
 * ten-minute cycle and n - 1 full ones after it, so between (n-1) × 10 and n × 10 minutes. Where the cycle begins is the venue's
 * affair: `lifeWindow` gives what is certain for any venue, `cycleEnd` the end when cycles begin on the UTC ten minutes.
 */
import { minuteMs } from './time.ts'

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
