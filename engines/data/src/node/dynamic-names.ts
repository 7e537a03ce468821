import type { Faker } from '@faker-js/faker';
import type { DynamicValueSource } from '@touchstone/engine-http/core';

type Make = (faker: Faker) => string | number | boolean;

const image =
  (category: string): Make =>
  (faker) =>
    `https://loremflickr.com/640/480/${category}?lock=${faker.number.int({ max: 99_999 })}`;
const several = (faker: Faker, min: number, max: number) => faker.number.int({ min, max });

/** The names that Postman documents; an unknown name has no value, and user text never reaches faker. */
const makers: Record<string, Make> = {
  $guid: (faker) => faker.string.uuid(),
  $timestamp: (faker) => Math.floor(faker.defaultRefDate().getTime() / 1000),
  $isoTimestamp: (faker) => faker.defaultRefDate().toISOString(),
  $randomUUID: (faker) => faker.string.uuid(),
  $randomAlphaNumeric: (faker) => faker.string.alphanumeric({ length: 1, casing: 'lower' }),
  $randomBoolean: (faker) => faker.datatype.boolean(),
  $randomInt: (faker) => faker.number.int({ min: 0, max: 1000 }),
  $randomColor: (faker) => faker.color.human(),
  $randomHexColor: (faker) => faker.color.rgb(),
  $randomAbbreviation: (faker) => faker.hacker.abbreviation(),
  $randomIP: (faker) => faker.internet.ipv4(),
  $randomIPV6: (faker) => faker.internet.ipv6(),
  $randomMACAddress: (faker) => faker.internet.mac(),
  $randomPassword: (faker) => faker.internet.password({ length: 15 }),
  $randomLocale: (faker) =>
    faker.helpers.arrayElement(['en', 'de', 'fr', 'es', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'ru']),
  $randomUserAgent: (faker) => faker.internet.userAgent(),
  $randomProtocol: (faker) => faker.internet.protocol(),
  $randomSemver: (faker) => faker.system.semver(),
  $randomFirstName: (faker) => faker.person.firstName(),
  $randomLastName: (faker) => faker.person.lastName(),
  $randomFullName: (faker) => `${faker.person.firstName()} ${faker.person.lastName()}`,
  $randomNamePrefix: (faker) => faker.person.prefix(),
  $randomNameSuffix: (faker) => faker.person.suffix(),
  $randomJobArea: (faker) => faker.person.jobArea(),
  $randomJobDescriptor: (faker) => faker.person.jobDescriptor(),
  $randomJobTitle: (faker) => faker.person.jobTitle(),
  $randomJobType: (faker) => faker.person.jobType(),
  $randomPhoneNumber: (faker) =>
    faker.string.numeric({ length: 10, allowLeadingZeros: false }).replace(/^(...)(...)/, '$1-$2-'),
  $randomPhoneNumberExt: (faker) =>
    `${faker.string.numeric(2)}-${faker.string.numeric({ length: 10, allowLeadingZeros: false }).replace(/^(...)(...)/, '$1-$2-')}`,
  $randomCity: (faker) => faker.location.city(),
  $randomStreetName: (faker) => faker.location.street(),
  $randomStreetAddress: (faker) => faker.location.streetAddress(),
  $randomCountry: (faker) => faker.location.country(),
  $randomCountryCode: (faker) => faker.location.countryCode(),
  $randomLatitude: (faker) => faker.location.latitude(),
  $randomLongitude: (faker) => faker.location.longitude(),
  $randomAvatarImage: (faker) => faker.image.avatar(),
  $randomImageUrl: (faker) => faker.image.url({ width: 640, height: 480 }),
  $randomAbstractImage: image('abstract'),
  $randomAnimalsImage: image('animals'),
  $randomBusinessImage: image('business'),
  $randomCatsImage: image('cats'),
  $randomCityImage: image('city'),
  $randomFoodImage: image('food'),
  $randomNightlifeImage: image('nightlife'),
  $randomFashionImage: image('fashion'),
  $randomPeopleImage: image('people'),
  $randomNatureImage: image('nature'),
  $randomSportsImage: image('sports'),
  $randomTransportImage: image('transport'),
  $randomImageDataUri: (faker) => faker.image.dataUri({ width: 640, height: 480 }),
  $randomBankAccount: (faker) => faker.finance.accountNumber(8),
  $randomBankAccountName: (faker) => faker.finance.accountName(),
  $randomCreditCardMask: (faker) => faker.string.numeric(4),
  $randomBankAccountBic: (faker) => faker.finance.bic(),
  $randomBankAccountIban: (faker) => faker.finance.iban(),
  $randomTransactionType: (faker) => faker.finance.transactionType(),
  $randomCurrencyCode: (faker) => faker.finance.currencyCode(),
  $randomCurrencyName: (faker) => faker.finance.currencyName(),
  $randomCurrencySymbol: (faker) => faker.finance.currencySymbol(),
  $randomBitcoin: (faker) => faker.finance.bitcoinAddress(),
  $randomCompanyName: (faker) => faker.company.name(),
  $randomCompanySuffix: (faker) => faker.helpers.arrayElement(['Inc', 'LLC', 'Group', 'and Sons']),
  $randomBs: (faker) => faker.company.buzzPhrase(),
  $randomBsAdjective: (faker) => faker.company.buzzAdjective(),
  $randomBsBuzz: (faker) => faker.company.buzzVerb(),
  $randomBsNoun: (faker) => faker.company.buzzNoun(),
  $randomCatchPhrase: (faker) => faker.company.catchPhrase(),
  $randomCatchPhraseAdjective: (faker) => faker.company.catchPhraseAdjective(),
  $randomCatchPhraseDescriptor: (faker) => faker.company.catchPhraseDescriptor(),
  $randomCatchPhraseNoun: (faker) => faker.company.catchPhraseNoun(),
  $randomDatabaseColumn: (faker) => faker.database.column(),
  $randomDatabaseType: (faker) => faker.database.type(),
  $randomDatabaseCollation: (faker) => faker.database.collation(),
  $randomDatabaseEngine: (faker) => faker.database.engine(),
  $randomDateFuture: (faker) => faker.date.future().toUTCString(),
  $randomDatePast: (faker) => faker.date.past().toUTCString(),
  $randomDateRecent: (faker) => faker.date.recent().toUTCString(),
  $randomWeekday: (faker) => faker.date.weekday(),
  $randomMonth: (faker) => faker.date.month(),
  $randomDomainName: (faker) => faker.internet.domainName(),
  $randomDomainSuffix: (faker) => faker.internet.domainSuffix(),
  $randomDomainWord: (faker) => faker.internet.domainWord(),
  $randomEmail: (faker) => faker.internet.email(),
  $randomExampleEmail: (faker) => faker.internet.exampleEmail(),
  $randomUserName: (faker) => faker.internet.username(),
  $randomUrl: (faker) => faker.internet.url(),
  $randomFileName: (faker) => faker.system.fileName(),
  $randomFileType: (faker) => faker.system.fileType(),
  $randomFileExt: (faker) => faker.system.fileExt(),
  $randomCommonFileName: (faker) => faker.system.commonFileName(),
  $randomCommonFileType: (faker) => faker.system.commonFileType(),
  $randomCommonFileExt: (faker) => faker.system.commonFileExt(),
  $randomFilePath: (faker) => faker.system.filePath(),
  $randomDirectoryPath: (faker) => faker.system.directoryPath(),
  $randomMimeType: (faker) => faker.system.mimeType(),
  $randomPrice: (faker) => faker.commerce.price({ min: 0, max: 1000, dec: 2 }),
  $randomProduct: (faker) => faker.commerce.product(),
  $randomProductAdjective: (faker) => faker.commerce.productAdjective(),
  $randomProductMaterial: (faker) => faker.commerce.productMaterial(),
  $randomProductName: (faker) => faker.commerce.productName(),
  $randomDepartment: (faker) => faker.commerce.department(),
  $randomNoun: (faker) => faker.hacker.noun(),
  $randomVerb: (faker) => faker.hacker.verb(),
  $randomIngverb: (faker) => faker.hacker.ingverb(),
  $randomAdjective: (faker) => faker.hacker.adjective(),
  $randomWord: (faker) => faker.word.sample(),
  $randomWords: (faker) => faker.word.words(several(faker, 2, 5)),
  $randomPhrase: (faker) => faker.hacker.phrase(),
  $randomLoremWord: (faker) => faker.lorem.word(),
  $randomLoremWords: (faker) => faker.lorem.words(3),
  $randomLoremSentence: (faker) => faker.lorem.sentence(),
  $randomLoremSentences: (faker) => faker.lorem.sentences(several(faker, 2, 6)),
  $randomLoremParagraph: (faker) => faker.lorem.paragraph(),
  $randomLoremParagraphs: (faker) => faker.lorem.paragraphs(3),
  $randomLoremText: (faker) => faker.lorem.text(),
  $randomLoremSlug: (faker) => faker.lorem.slug(),
  $randomLoremLines: (faker) => faker.lorem.lines(several(faker, 1, 5)),
};

/** fakerNames lists the dynamic names that Postman documents, for completion in an editor. */
export const fakerNames: readonly string[] = Object.keys(makers);

/**
 * loadDynamicValues loads the generator of realistic values (large, so only when a run needs it) and returns a source
 * for `createHttpSession({ dynamicValues })`. Values depend only on the session's random source and clock, so a seeded
 * run is repeatable.
 */
export async function loadDynamicValues(): Promise<DynamicValueSource> {
  const { Faker, base, en } = await import('@faker-js/faker');
  let random: () => number = Math.random;
  let now = () => new Date();
  const randomizer = { next: () => random(), seed: () => undefined };
  const faker = new Faker({ locale: [en, base], randomizer });
  faker.setDefaultRefDate(() => now());
  return (name, context) => {
    if (!Object.hasOwn(makers, name)) return undefined;
    ({ random, now } = context);
    return String(makers[name]!(faker));
  };
}
