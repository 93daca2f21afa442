/** The name of the draft's structure as its side executes it, what that does, and its name the other way. */
import { type StructureWords, structureTip } from '../../../ui/order/structure-words.ts'
import styles from './structure-panel.module.css'

export function StructureHeading({ words }: { readonly words: StructureWords }) {
  return (
    <span className={styles.heading} title={structureTip(words).join('; ')}>
      {words.title}
    </span>
  )
}
