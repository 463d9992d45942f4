import { screen } from '@testing-library/react';
import { pressOnceOn, user } from './person.ts';

/** Name, phone number, street, city, state and postal code. */
const payers = {
  US: ['Ada Lovelace', '+1 555 0100', '1 Main Street', 'Springfield', 'IL', '62701'],
  DE: ['Ada Lovelace', '+49 30 5550100', 'Unter den Linden 1', 'Berlin', '', '10117'],
} as const;

const words = {
  en: {
    card: /^Fill in 4242/,
    labels: [
      ...['Full name', 'Phone number', 'Address', 'City'],
      ...['State or province', 'Postal code'],
    ],
  },
  zh: {
    card: /^填入 4242/,
    labels: ['姓名', '电话号码', '详细地址', '城市', '省、州或地区', '邮政编码'],
  },
};

interface Payer {
  readonly country?: keyof typeof payers;
  readonly language?: keyof typeof words;
}

/** Fills in a test card and the address of its holder, whatever stood there. */
export async function fillIn({ country = 'US', language = 'en' }: Payer = {}): Promise<void> {
  await pressOnceOn(words[language].card);
  if (country !== 'US') {
    await user.selectOptions(screen.getByLabelText('Country or region'), country);
  }
  for (const [index, label] of words[language].labels.entries()) {
    const text = payers[country][index];
    if (text) {
      await user.clear(screen.getByLabelText(label));
      await user.type(screen.getByLabelText(label), text);
    }
  }
}
