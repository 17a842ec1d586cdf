import { PersonalText } from './PersonalText.tsx'
import { useTexts } from './texts/languages.ts'

/** Where to write; with the order's own address the mail finds its order. */
export function Help({ email, children }: { email: string | undefined; children: string }) {
  const { help } = useTexts()
  return (
    <>
      <h2>{help.heading}</h2>
      <p>
        {children}
        {email && (
          <>
            <br />
            <a href={`mailto:${email}`}>
              <PersonalText>{email}</PersonalText>
            </a>
          </>
        )}
      </p>
    </>
  )
}
