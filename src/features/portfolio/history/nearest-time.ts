/** The one of rising `times` nearest to `atMs`, if within `withinMs`. */
export function nearestTime(times: readonly number[], atMs: number, withinMs: number): number | undefined {
  let best: number | undefined
  for (const each of times)
    if (Math.abs(each - atMs) <= withinMs && (best === undefined || Math.abs(each - atMs) < Math.abs(best - atMs))) best = each
  return best
}
