import { cycleMs, dayMs, hourMs, isRecvWindow, lifeWindow, minuteMs } from '../../../core/domain/time.ts'
import { formatZoned, zoneLabel } from '../format/zoned-time.ts'

/** "14:20" on the day of `nowMs`, "22 Nov 14:20" on another; without the zone. */
export function clockText(atMs: number, nowMs: number): string {
  return formatZoned(atMs, formatZoned(atMs, 'date') === formatZoned(nowMs, 'date') ? 'minutes' : 'dayMinutes')
}

/** "30 min", "2 h 30 min", "4 d 2 h". */
export function durationText(ms: number): string {
  const parts: [number, string][] = [
    [Math.floor(ms / dayMs), 'd'],
    [Math.floor((ms % dayMs) / hourMs), 'h'],
    [Math.floor((ms % hourMs) / minuteMs), 'min'],
  ]
  const said = parts.filter(([count]) => count > 0).slice(0, 2)
  return said.length === 0 ? '0 min' : said.map(([count, unit]) => `${count} ${unit}`).join(' ')
}

/**
 * When an order sent at `nowMs` (server time) ends. The venue's cycle has an unknown phase, so value n ends between n -
 * 1 and n cycles from now, no later than its legs expire (`legsMs`).
 */
export function lifeText(recvWindow: number, nowMs: number, legsMs = Number.POSITIVE_INFINITY): string {
  if (!isRecvWindow(recvWindow)) return 'life is 1 to 65534 cycles'
  const { earliestEndMs, latestEndMs } = lifeWindow(recvWindow, nowMs)
  if (legsMs <= earliestEndMs) return `ends with its legs, ${clockText(legsMs, nowMs)} ${zoneLabel()}`
  if (legsMs < latestEndMs)
    return `ends between ${clockText(earliestEndMs, nowMs)} and ${clockText(legsMs, nowMs)} ${zoneLabel()}, when its legs expire`
  const until = clockText(latestEndMs, nowMs)
  if (recvWindow === 1) return `ends at the turn of the current cycle, by ${until} ${zoneLabel()}`
  return `ends between ${clockText(earliestEndMs, nowMs)} and ${until} ${zoneLabel()}`
}

export function lifeRange(recvWindow: number): string {
  if (recvWindow === 1) return 'up to 10 min'
  return `${durationText((recvWindow - 1) * cycleMs)} to ${durationText(recvWindow * cycleMs)}`
}
