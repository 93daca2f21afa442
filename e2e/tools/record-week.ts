/**
 * `npm run tool -- record-week`: an account followed through a week of the sandbox, minute by minute, with nobody looking: once with its recorder killed for a day and a
 * half of it, once with the browser closed for four days, whose P&L is explained afterwards.
 */
import { runCommand } from './run-command.ts'

const week = { RECORDER_DAYS: '7', RECORDER_STEP_MINUTES: '1' }
const args = ['run', 'src/recorder/account-follower.test.ts', 'src/recorder/explained-days.test.ts', '--testTimeout=3600000']
const { ok } = await runCommand('vitest', args, { live: true, env: week })
process.exitCode = ok ? 0 : 1
