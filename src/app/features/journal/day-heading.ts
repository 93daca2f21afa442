import { serverNowMs } from '../../api/venue/clock.ts'
import { startOfDay, zonedDate } from '../../ui/format/zoned-days.ts'
import { formatZoned } from '../../ui/format/zoned-time.ts'
import { useTicking } from '../../ui/use-tick.ts'

/** Start of the present day. */
export const useToday = (): number => useTicking(() => startOfDay(serverNowMs()))

/** "Today, Sat 28 Nov", "Yesterday, Fri 27 Nov", "Thu 26 Nov"; with the year if it is not that of today. */
export function dayHeading(startMs: number, todayMs?: number): string {
  if (todayMs === undefined || zonedDate(startMs).year !== zonedDate(todayMs).year) return formatZoned(startMs, 'date')
  const date = formatZoned(startMs, 'weekday')
  if (startMs === todayMs) return `Today, ${date}`
  return startMs === startOfDay(todayMs, -1) ? `Yesterday, ${date}` : date
}
