/** Local time of Paris for a test; all others run in UTC. The function that is returned ends it. */
export function inParis(): () => void {
  process.env['TZ'] = 'Europe/Paris'
  return () => {
    process.env['TZ'] = 'UTC'
  }
}
