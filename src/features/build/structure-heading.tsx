/** The name of the draft's structure as its side executes it, and what that does. */
import type { StructureWords } from '../../ui/order/structure-words.ts'
import styles from './structure-panel.module.css'

export function StructureHeading({ words }: { readonly words: StructureWords }) {
  const parts = words.recognition?.kind === 'custom' ? words.recognition.parts.map(part => part.title) : []
  return (
    <span className={styles.heading} title={[words.effect, ...parts].filter(part => part !== '').join('; ')}>
      {words.title}
    </span>
  )
}
