//! Which characters belong to which script. The pairs are the common ones; every character of the texts that has two forms is among them.

/// Simplified and traditional, a pair after the other.
const PAIRS: &str = "国國们們个個来來时時间間对對开開关關门門问問闻聞见見观觀规規视視觉覺认認识識记記录錄讨討论論许許设設证證评評词詞试試话話\
    该該详詳语語误誤说說请請读讀课課谁誰调調谈談议議让讓训訓车車转轉轮輪软軟轻輕较較输輸进進远遠连連运運过過达達迟遲边邊还還\
    这這钟鐘针針钱錢铁鐵错錯锁鎖长長张張发發变變号號叶葉后後听聽启啟员員响響团團围圍图圖圆圓场場块塊处處备備复復头頭夹夾夺奪\
    奋奮妇婦学學宁寧实實审審宽寬宾賓导導层層属屬岁歲岛島币幣师師帅帥带帶帮幫库庫应應废廢异異弃棄强強归歸当當总總恶惡恼惱战戰\
    户戶执執扩擴扫掃扰擾护護报報担擔拟擬择擇挥揮换換据據摆擺敌敵数數断斷无無旧舊显顯晓曉暂暫术術机機杀殺杂雜权權条條极極构構\
    枪槍柜櫃标標树樹样樣桥橋检檢楼樓横橫欢歡残殘毁毀气氣汇匯汉漢没沒沟溝测測浊濁济濟浅淺灭滅灯燈灵靈点點热熱爱愛牵牽犹猶状狀\
    独獨现現环環画畫畅暢疗療监監盖蓋盘盤矿礦码碼礼禮离離种種积積称稱稳穩穷窮竞競笔筆签簽简簡类類粮糧纠糾红紅约約级級纪紀纯純\
    纳納线線组組细細终終绍紹经經结結给給绝絕统統继繼续續绩績维維综綜编編缘緣网網罚罰联聯职職胜勝脑腦脱脫节節范範获獲营營虑慮\
    虚虛蓝藍补補装裝触觸订訂计計贝貝负負财財责責败敗货貨质質购購贵貴费費资資赛賽赶趕趋趨跃躍践踐辑輯辞辭适適选選递遞邮郵邻鄰\
    郑鄭酱醬释釋里裡鉴鑒闭閉闲閒队隊阶階阳陽阴陰险險随隨难難隐隱项項顺順须須顾顧顿頓预預领領题題颗顆颠顛颜顏额額风風飞飛饭飯\
    饮飲馆館马馬驱驅验驗鱼魚鸟鳥龙龍镜鏡碍礙协協会會双雙动動劳勞势勢区區单單卖賣压壓厅廳历歷参參叙敘台臺咨諮侧側传傳伤傷众眾\
    优優价價仅僅从從仓倉争爭于於乐樂乱亂书書专專业業东東两兩严嚴丢丟举舉义義乌烏习習净淨减減凭憑创創别別刘劉则則剂劑与與为為\
    仪儀内內决決几幾劝勸却卻历曆并並拨撥杆桿欧歐毕畢满滿确確讯訊诉訴谱譜违違采採阅閱际際韩韓着著";

fn pairs() -> impl Iterator<Item = (char, char)> {
    let (simplified, traditional) = (PAIRS.chars().step_by(2), PAIRS.chars().skip(1).step_by(2));
    simplified.zip(traditional)
}

/// Nobody writes it in traditional text.
pub fn only_simplified(character: char) -> bool {
    pairs().any(|(simplified, _)| simplified == character && !IN_BOTH.contains(character))
}

/// Nobody writes it in simplified text.
pub fn only_traditional(character: char) -> bool {
    pairs().any(|(_, traditional)| traditional == character && !IN_BOTH.contains(character))
}

/// Characters of a pair that the other script has too, for another word: 台 and 里, 后 of a queen, 于 of a family.
const IN_BOTH: &str = "台里后于";

/// Chinese forms where Japanese has its own: simplified ones, and old ones that the reform of 1946 replaced.
const NEVER_JAPANESE: &str =
    "对對气氣关關战戰说說读讀图圖围圍实實转轉點检檢应應乐樂权權弃棄两兩归歸发發经經继繼续續总總证證释釋雙杂雜灵靈显顯验驗变變让讓盘争劳";

/// No Japanese text of today has it.
pub fn never_japanese(character: char) -> bool {
    NEVER_JAPANESE.contains(character)
}

/// It has hiragana or katakana; the long bar and the dot are no words.
pub fn has_kana(text: &str) -> bool {
    text.chars().any(|character| ('\u{3041}'..='\u{30fa}').contains(&character))
}

/// It has hangul.
pub fn has_hangul(text: &str) -> bool {
    text.chars().any(|character| ('\u{ac00}'..='\u{d7a3}').contains(&character))
}

/// A Chinese character or kana.
pub fn is_chinese_or_kana(character: char) -> bool {
    ('\u{3041}'..='\u{30ff}').contains(&character) || ('\u{4e00}'..='\u{9fff}').contains(&character)
}

#[test]
fn the_scripts_are_told_apart() {
    assert!(
        PAIRS.chars().count().is_multiple_of(2) && pairs().all(|(simplified, traditional)| simplified != traditional),
        "a pair is broken"
    );
    assert!(only_simplified('钟') && !only_simplified('鐘') && only_traditional('鐘') && !only_traditional('钟'));
    assert!(!only_simplified('步') && !only_traditional('步'), "written alike");
    assert!(never_japanese('對') && !never_japanese('対') && !never_japanese('着'));
    assert!(has_kana("コウ") && has_kana("の") && !has_kana("圍棋・"));
    assert!(has_hangul("패") && !has_hangul("劫"));
}
