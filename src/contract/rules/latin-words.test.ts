import { describe, expect, test } from 'vitest'
import { isLatin, nameSpellings, passportSpelling, plainCapitals } from './latin-words.ts'

test.each([
  ['José\u200B García', 'JOSE GARCIA', 'JOSE GARCIA'],
  ['\u202EAnh\u202C \u2066Tuyết\u2069', 'ANH TUYET', 'ANH TUYET'],
  ['Kaʻōnohi Kealiʻi', "KA'ONOHI KEALI'I", 'KAONOHI KEALII'],
  ['Oʻtkir Gʼaniyev', "O'TKIR G'ANIYEV", 'OTKIR GANIYEV'],
  ['O´Hanlon', "O'HANLON", 'OHANLON'],
  ['O`Brien', "O'BRIEN", 'OBRIEN'],
  ['Jürgen Müller-Groß', 'JURGEN MULLER-GROSS', 'JUERGEN MUELLER GROSS'],
  ['Ju\u0308rgen', 'JURGEN', 'JUERGEN'],
  ['Åse Ødegård', 'ASE ODEGARD', 'AASE OEDEGAARD'],
  ['Ægir Þórðarson', 'AEGIR THORDARSON', 'AEGIR THORDARSON'],
  ['Cœur Muñoz', 'COEUR MUNOZ', 'COEUR MUNOZ'],
  ['Ĳsbrand Łukasz Đorđe', 'IJSBRAND LUKASZ DORDE', 'IJSBRAND LUKASZ DORDE'],
  ['İbrahim Işık', 'IBRAHIM ISIK', 'IBRAHIM ISIK'],
  ['Əliyev Ɓala', 'ELIYEV BALA', 'ELIYEV BALA'],
  ['Ｍａｒｉａ  ﬁnch', 'MARIA FINCH', 'MARIA FINCH'],
])('%j is %s in the official form and %s in the passport’s lines (product §16)', (name, plain, passport) => {
  expect(isLatin(name)).toBe(true)
  expect(plainCapitals(name)).toBe(plain)
  expect(passportSpelling(name)).toBe(passport)
})

test.each([
  ['王芳', '王芳'],
  ['\u200F\u202Bمحمد\u202C', 'محمد'],
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ['Иван\u200B Петров', 'ИВАН ПЕТРОВ'],
])('%j is none, and is kept without invisible characters', (name, kept) => {
  expect(isLatin(name)).toBe(false)
  expect(plainCapitals(name)).toBe(kept)
})

describe('a document may have a name as', () => {
  test.each([
    ['Müller', 'muller mueller muxxller myuller'],
    ['Muñoz', 'munoz munxxoz'],
    ['Lü', 'lu lue luxx lyu'],
    ['Suharto Suharto', 'suharto'],
    ['Wayan FNU', 'wayan'],
    ['LNU', 'lnu'],
    ['王芳', ''],
  ])('%s: %s', (name, spellings) =>
    expect(nameSpellings(name).map((words) => words.join(' '))).toEqual(
      spellings.split(' ').filter((spelling) => spelling !== ''),
    ),
  )
})
