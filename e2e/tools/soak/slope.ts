/** Growth per hour by least squares. */

export interface Reading {
  readonly hours: number
  readonly value: number
}

/** Units per hour; NaN for fewer than two readings. */
export function slopePerHour(readings: readonly Reading[]): number {
  const count = readings.length
  const meanOf = (of: (reading: Reading) => number): number => readings.reduce((sum, each) => sum + of(each), 0) / count
  const [meanHours, meanValue] = [meanOf(each => each.hours), meanOf(each => each.value)]
  let [together, spread] = [0, 0]
  for (const { hours, value } of readings) {
    together += (hours - meanHours) * (value - meanValue)
    spread += (hours - meanHours) ** 2
  }
  return spread === 0 ? Number.NaN : together / spread
}
