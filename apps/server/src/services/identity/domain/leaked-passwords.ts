const list = `
password1 password12 password123 password1234 password12345 password! password1! password@1 p@ssword p@ssw0rd
p@ssw0rd1 p@ssword1 passw0rd passw0rd1 pa$$word pa$$w0rd passwort passwort1 mypassword yourpassword newpassword
oldpassword password2 password3 password01 password99 password2020 password2021 password2022 password2023
password2024 password2025 password2026 passwordpassword qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456
qwerty123! qwertyui qwertyuiop123 qwertz123 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qazxsw2 1qaz2wsx3edc zaq12wsx
zaq1zaq1 q1w2e3r4 q1w2e3r4t5 qazwsxedc qweasdzxc asdfghjkl asdfghjk asdfasdf asdf1234 zxcvbnm1 zxcvbnm123
abcd1234 abcd12345 abcdefgh abcdefg1 abc12345 abc123456 abc123abc a1b2c3d4 a1234567 a12345678 a123456789
aa123456 aa12345678 aaaaaaaa 00000000 0000000000 11111111 1111111111 11223344 12121212 12341234 1234qwer
12344321 123123123 123454321 12345670 12345679 1234567a 123456789a 12345678a 123456aa 123456abc 1234567890a
1234567891 12345678910 123456789q 87654321 876543210 9876543210 0987654321 01234567 0123456789 22222222 33333333
44444444 55555555 66666666 77777777 88888888 99999999 999999999 31415926 13131313 14141414 10203040 147258369
159357159 159753456 789456123 741852963 963852741 321321321 101010101 iloveyou1 iloveyou2 iloveyou! iloveyou123
sunshine1 sunshine123 princess1 princess123 superman1 superman123 batman123 football1 football123 baseball1
basketball jennifer1 michael1 michelle1 charlie1 charlie123 jordan23 dragon123 master123 monkey123 shadow123
letmein1 letmein123 letmein! welcome1 welcome12 welcome123 welcome1234 welcome@123 welcome! welcome2024
welcome2025 admin123 admin1234 admin12345 admin123! admin@123 adminadmin administrator administrator1 root1234
rootroot toor1234 changeme changeme1 changeme123 changeit default1 guest123 guestguest test1234 test12345
test123456 testtest testing1 testing123 tester123 demo1234 demodemo user1234 username secret123 secret1234
topsecret mysecret trustno1 whatever computer computer1 internet internet1 samsung1 samsung123 google123
facebook facebook1 linkedin linkedin1 starwars1 pokemon1 pokemon123 minecraft minecraft1 liverpool liverpool1
chelsea1 arsenal1 barcelona barcelona1 manchester corvette mercedes ferrari1 mustang1 chocolate chocolate1
butterfly butterfly1 cheesecake elephant dolphins midnight victoria alexander alexandra elizabeth christian
christopher jonathan benjamin nicholas samantha stephanie veronica margaret patricia caroline november december
september february spring2024 spring2025 summer2023 summer2024 summer2025 summer2026 autumn2024 autumn2025
winter2024 winter2025 winter2026 january1 monday123 friday123 company1 company123 touchstone touchstone1
touchstone123 correcthorse maverick redskins scorpion platinum danielle lifehack rockyou1 lovelove loveyou1
iloveu123 godisgood jesus123 jesuschrist blessed1 hello123 hello1234 hellohello goodluck nothing1 pa55word
pa55w0rd p4ssw0rd pass1234 pass12345 pass@123 pass@1234 passpass password 12345678 123456789 baseball football
qwertyuiop 1234567890 superman 1qaz2wsx jennifer sunshine iloveyou starwars michelle princess 987654321
`;

/** The most common passwords of leaked lists that are long enough for our rules, in lower case. */
export const leakedPasswords: ReadonlySet<string> = new Set(list.trim().split(/\s+/));
