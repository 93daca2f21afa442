/** The time of tests, journeys, screenshots and benchmarks: Wednesday noon, mid-week in the market. */
export const statedInstant = '2026-11-25T12:00:00Z'
