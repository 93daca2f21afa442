/** Points in time. The wire counts µs or ns since 1970 UTC and tells by the number of digits; inside it is µs, a safe integer. */
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
