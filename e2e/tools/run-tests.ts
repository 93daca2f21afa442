/**
 * `npm test` and `npm run test:slow` (`--slow`): runs every step even after a failure, then prints all failures, the
 * ten slowest files and `N passed, N failed`. `--only=types,lint`, or step names as arguments, selects steps.
 */
import { mkdirSync } from 'node:fs'
import { type Counted, closingLine, slowestFiles } from './reports.ts'
import { seconds } from './run-command.ts'
import { type Step, fastSteps, slowSteps } from './test-steps.ts'

interface Outcome extends Counted {
  readonly step: Step
}

function stepsToRun(steps: readonly Step[], names: readonly string[]): readonly Step[] {
  const unknown = names.filter(name => !steps.some(step => step.name === name))
  if (unknown.length > 0) {
    process.stderr.write(
      `There is no step ${unknown.join(', ')}. The steps are ${steps.map(step => step.name).join(', ')}.\n`,
    )
    process.exit(2)
  }
  return names.length === 0 ? steps : steps.filter(step => names.includes(step.name))
}

const markOf = ({ failures, skipped = 0 }: Counted): string => (failures.length > 0 ? '✗' : skipped > 0 ? '○' : '✓')

async function runStep(step: Step, place: string): Promise<Outcome> {
  const started = Date.now()
  process.stdout.write(`▶ ${place} ${step.name}: ${step.about}\n`)
  const counted: Counted = await step.run().catch((error: unknown) => ({ passed: 0, failures: [String(error)] }))
  const took = seconds(Date.now() - started)
  process.stdout.write(`${markOf(counted)} ${step.name}: ${closingLine([counted])}, ${took}\n\n`)
  return { step, ...counted }
}

const given = process.argv.slice(2)
const names = given
  .filter(argument => argument !== '--slow')
  .flatMap(argument => argument.replace(/^--only=/, '').split(','))
const chosen = stepsToRun(given.includes('--slow') ? slowSteps : fastSteps, names)
mkdirSync('e2e/results', { recursive: true })
const outcomes: Outcome[] = []
for (const [at, step] of chosen.entries()) outcomes.push(await runStep(step, `${at + 1}/${chosen.length}`))

for (const { step, failures } of outcomes) {
  for (const failure of failures) process.stdout.write(`✗ ${step.name}: ${failure}\n\n`)
}
const slowest = slowestFiles(outcomes)
if (slowest.length > 0) process.stdout.write(`The slowest files:\n${slowest.join('\n')}\n\n`)
process.stdout.write(`${closingLine(outcomes)}\n`)
process.exitCode = outcomes.every(outcome => outcome.failures.length === 0) ? 0 : 1
