import styles from './risk.module.css'

const namedAtMost = 6

export function LeftOut({ names, why }: { readonly names: readonly string[]; readonly why: string }) {
  if (names.length === 0) return null
  const more = names.length > namedAtMost ? ` and ${names.length - namedAtMost} more` : ''
  return (
    <p className={styles.leftOut} title={names.join(', ')}>
      Left out, {why}: {names.slice(0, namedAtMost).join(', ')}
      {more}
    </p>
  )
}
